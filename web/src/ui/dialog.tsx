import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './dialog.module.css'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  /** Uses the width of a form. */
  form?: boolean
  /** Set it if the dialog opens over another dialog or a drawer. */
  over?: boolean
  className?: string
  /** Returns the element to focus on close. By default, and if it returns null, the previously focused element gets the focus. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A modal, centered dialog. It traps the focus, closes on Escape and restores the focus. */
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

/** The row of buttons at the foot of a dialog, all of equal width. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.footer, className)}>{children}</div>
}
