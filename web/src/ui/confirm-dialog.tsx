import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { classNames } from '@/lib/class-names'
import { Button } from './button'
import { DialogFooter } from './dialog'
import styles from './dialog.module.css'

type Props = {
  open: boolean
  title: string
  question: string
  /** The labels of the two buttons, as verbs that name their effect. */
  answers: { no: string; yes: string }
  /** Disables both buttons while the action is in progress. */
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks for confirmation of an irreversible action. The "no" button has the focus. It may be shown over another dialog. */
export default function ConfirmDialog(props: Props) {
  const { open, title, question, answers, busy = false, onCancel, onConfirm } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className={classNames(styles.backdrop, styles.backdropOver)} forceRender />
        <Base.Popup className={styles.dialog} initialFocus={cancel}>
          <Base.Title>{title}</Base.Title>
          <Base.Description className={styles.description}>{question}</Base.Description>
          <DialogFooter>
            <Button ref={cancel} variant="outline" pending={busy} onClick={onCancel}>
              {answers.no}
            </Button>
            <Button variant="danger" pending={busy} onClick={onConfirm}>
              {answers.yes}
            </Button>
          </DialogFooter>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
