import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import dialogStyles from './dialog.module.css'
import styles from './drawer.module.css'

type Props = {
  open: boolean
  onClose: () => void
  label: string
  /** Uses the width of two columns, for editing a record. */
  wide?: boolean
  /** Returns the element to focus on close. By default, and if it returns null, the previously focused element gets the focus. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A modal panel at the page's right edge. It traps the focus, closes on Escape and restores the focus. */
export function Drawer({ open, onClose, label, wide, finalFocus, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogStyles.backdrop} />
        <Base.Popup
          className={classNames(styles.drawer, wide && styles.wide)}
          aria-label={label}
          finalFocus={finalFocus}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
