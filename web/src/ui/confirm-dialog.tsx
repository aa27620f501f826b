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
  /** The two answers, as verbs: what happens after each. */
  answers: { no: string; yes: string }
  /** While the action is under way both buttons wait. */
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before what cannot be undone. The "no" has the focus. It may lie over another dialog. */
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
            <Button ref={cancel} variant="outline" disabled={busy} onClick={onCancel}>
              {answers.no}
            </Button>
            <Button variant="danger" disabled={busy} onClick={onConfirm}>
              {answers.yes}
            </Button>
          </DialogFooter>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
