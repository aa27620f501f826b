import { useMutation } from '@tanstack/react-query'
import ConfirmDialog from '@/ui/confirm-dialog'
import { texts } from './texts'

type Props = {
  open: boolean
  onClose: () => void
  /** Deletes; says itself how it ended. */
  act: () => Promise<void>
}

/** Asks before something leaves the shop for good. */
export default function DeleteDialog({ open, onClose, act }: Props) {
  const deleting = useMutation({ mutationFn: act, onSettled: onClose })
  return (
    <ConfirmDialog
      open={open}
      title={texts.deleteTitle}
      question={texts.deleteQuestion}
      busy={deleting.isPending}
      onCancel={onClose}
      onConfirm={() => deleting.mutate()}
    />
  )
}
