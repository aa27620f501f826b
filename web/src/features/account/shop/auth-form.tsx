import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { texts } from '../texts'
import styles from './auth-form.module.css'

/** The class of links and link-like buttons in and below the form. */
export const authLinkClass = styles.link

type Props = {
  title: string
  /** Below the title. */
  lead?: ReactNode
  onSubmit: ComponentProps<'form'>['onSubmit']
  children: ReactNode
}

/** The frame of a form on an AuthPage: title, fields, submit button, footnotes. */
export function AuthForm({ title, lead, onSubmit, children }: Props) {
  return (
    // Without the app the method GET would put the password in the address, and POST leave the page: "dialog" does nothing.
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

/** The one button that sends the form. */
export function AuthSubmit({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <Button type="submit" wide disabled={pending}>
      {children}
    </Button>
  )
}

/** A centered line below the button, such as a link to the other form. */
export function AuthFootnote({ children }: { children: ReactNode }) {
  return <p className={styles.footnote}>{children}</p>
}
