import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import dialogStyles from './dialog.module.css'
import styles from './drawer.module.css'

type Props = {
  open: boolean
  onClose: () => void
  label: string
  /** As wide as two columns, for a record that is worked on. */
  wide?: boolean
  /** What gets the focus when it closes; without it, or without an answer, what had it before. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A modal panel at the page's right edge. It traps focus, closes with Escape and gives the focus back. */
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
