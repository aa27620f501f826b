import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  hint?: string
  className?: string
  /** What gets the focus when it closes; without it, or without an answer, what had it before. */
  focusAfter?: () => HTMLElement | null
  children: ReactNode
}

/** A dialog in the middle of the page. It traps focus, closes with Escape and gives the focus back. */
export function Dialog({ open, onClose, title, hint, className = '', focusAfter, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="stage" />
        <Base.Popup className={`dialog dialog--mid ${className}`} finalFocus={focusAfter}>
          <Base.Title>{title}</Base.Title>
          {hint && <Base.Description>{hint}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
