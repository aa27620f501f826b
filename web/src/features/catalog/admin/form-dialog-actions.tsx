import { texts as shell } from '@/lib/texts'
import { texts } from './texts'

type Props = {
  /** What the button that saves says. */
  label?: string
  /** A picture is on its way. */
  sending?: boolean
  saving: boolean
  onCancel: () => void
}

/** The foot of a dialog with a form: leave it, or save. While it waits, the button says for what. */
export function FormDialogActions({ label = texts.save, sending = false, saving, onCancel }: Props) {
  return (
    <div className="dialog__f">
      <button type="button" className="btn btn--line" onClick={onCancel}>
        {shell.cancel}
      </button>
      <button type="submit" className="btn btn--main" disabled={saving || sending}>
        {saving ? texts.saving : sending ? texts.uploading : label}
      </button>
    </div>
  )
}
