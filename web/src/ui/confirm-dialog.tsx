import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { texts } from '@/lib/texts'

type Props = {
  open: boolean
  title: string
  question: string
  /** While the act is under way both buttons wait. */
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before what cannot be undone. Cancel has the focus. */
export default function ConfirmDialog({ open, title, question, busy = false, onCancel, onConfirm }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Base.Portal>
        {/* Over another dialog, too. */}
        <Base.Backdrop className="stage stage--over" forceRender />
        <Base.Popup className="dialog dialog--mid" initialFocus={cancel}>
          <Base.Title>{title}</Base.Title>
          <Base.Description>{question}</Base.Description>
          <div className="dialog__f">
            <button ref={cancel} type="button" className="btn btn--line" disabled={busy} onClick={onCancel}>
              {texts.cancel}
            </button>
            <button type="button" className="btn btn--danger" disabled={busy} onClick={onConfirm}>
              {texts.confirm}
            </button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
