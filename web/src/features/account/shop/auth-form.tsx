import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { texts } from '../texts'
import styles from './auth-form.module.css'

/** The class of links and link-like buttons in and below the form. */
export const authLinkClass = styles.link

type Props = {
  title: string
  /** Shown below the title. */
  lead?: ReactNode
  onSubmit: ComponentProps<'form'>['onSubmit']
  children: ReactNode
}

/** The frame of a form on an AuthPage: title, fields, submit button and footnotes. */
export function AuthForm({ title, lead, onSubmit, children }: Props) {
  return (
    // Without JavaScript, "dialog" does nothing, GET would put the password into the URL, and POST would leave the
    // page.
    <form className={styles.form} method="dialog" noValidate onSubmit={onSubmit}>
      <h1>{title}</h1>
      {lead && (
        <p className={styles.lead} data-lead="">
          {lead}
        </p>
      )}
      <noscript>
        <Alert tone="warning">{texts.needsScripts}</Alert>
      </noscript>
      {children}
    </form>
  )
}

export function AuthSubmit({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <Button type="submit" wide pending={pending}>
      {children}
    </Button>
  )
}

/** A centered line below the button, such as a link to another form. */
export function AuthFootnote({ children }: { children: ReactNode }) {
  return <p className={styles.footnote}>{children}</p>
}
