import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type Props = { open: boolean; onClose: () => void; label: string; children: ReactNode }

/** A panel at the right edge of the page. It traps focus, closes with Escape and gives the focus back. */
export function Drawer({ open, onClose, label, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="stage" />
        <Base.Popup className="drawer drawer--side" aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
