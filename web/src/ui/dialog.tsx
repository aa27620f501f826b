import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './dialog.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  /** Wide enough for a form. */
  form?: boolean
  /** It lies over another dialog or a drawer. */
  over?: boolean
  className?: string
  /** What gets the focus when it closes; without it, or without an answer, what had it before. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A modal dialog in the middle of the page. It traps focus, closes with Escape and gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  form,
  over,
  className,
  finalFocus,
  children,
}: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop
          className={classNames(styles.backdrop, over && styles.backdropOver)}
          forceRender={over}
        />
        <Base.Popup
          className={classNames(styles.dialog, form && styles.form, className)}
          finalFocus={finalFocus}
        >
          <Base.Title>{title}</Base.Title>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons at a dialog's foot, each as wide as the others. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.footer, className)}>{children}</div>
}
