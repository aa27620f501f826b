import { texts as sharedTexts } from '@/lib/texts'
import { useMutation } from '@/lib/use-mutation'
import ConfirmDialog from '@/ui/confirm-dialog'
import { texts } from './texts'

type Props = {
  open: boolean
  onClose: () => void
  /** Deletes the entry and shows the result as a toast. */
  onConfirm: () => Promise<void>
}

/** Asks for confirmation before an entry is deleted permanently. */
export default function DeleteDialog({ open, onClose, onConfirm }: Props) {
  const deleting = useMutation({
    mutationFn: onConfirm,
    onSettled: onClose,
    meta: { errorShownBy: 'component' },
  })
  return (
    <ConfirmDialog
      open={open}
      title={texts.deleteTitle}
      question={texts.deleteQuestion}
      answers={sharedTexts.specifiedAnswers}
      busy={deleting.isPending}
      onCancel={onClose}
      onConfirm={() => deleting.mutate()}
    />
  )
}
