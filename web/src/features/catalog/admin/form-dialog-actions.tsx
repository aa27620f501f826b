import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { DialogFooter } from '@/ui/dialog'
import { texts } from './texts'

type Props = {
  /** The label of the submit button. */
  label?: string
  className?: string
  /** Whether a picture is being uploaded. */
  uploading?: boolean
  saving: boolean
  onCancel: () => void
}

/** The footer of a form dialog: Cancel and Save. The label of a disabled Save says why. */
export function FormDialogActions(props: Props) {
  const { label = texts.save, className, uploading = false, saving, onCancel } = props
  return (
    <DialogFooter className={className}>
      <Button variant="outline" onClick={onCancel}>
        {sharedTexts.cancel}
      </Button>
      <Button type="submit" pending={saving || uploading}>
        {saving ? texts.saving : uploading ? texts.uploading : label}
      </Button>
    </DialogFooter>
  )
}
