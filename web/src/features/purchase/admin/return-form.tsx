import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { Panel } from '@/ui/panel'
import { type Purchase, returnPurchase } from '../api'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

/** Records pieces of a booked purchase that go back to the supplier. */
export function ReturnForm({
  purchase,
  onDone,
}: {
  purchase: Purchase
  onDone: (changed: Purchase) => void
}) {
  const [open, setOpen] = useState(false)
  const [counts, setCounts] = useState<Record<string, string>>({})
  const [reason, setReason] = useState('')
  const key = useRef(newIdempotencyKey())
  const sending = useMutation({
    mutationFn: returnPurchase,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      notify.success(texts.sentBack)
      key.current = newIdempotencyKey()
      setOpen(false)
      setCounts({})
      setReason('')
      onDone(changed)
    },
  })
  const lines = purchase.lines
    .map(({ _id }) => ({ _id, pieces: Number(counts[_id]) || 0 }))
    .filter(({ pieces }) => pieces > 0)
  const left = purchase.lines.filter(({ pieces, free, returned }) => returned < pieces + free)
  if (left.length === 0) return null
  if (!open)
    return (
      <Button variant="outline" icon={Undo2} className={styles.back} onClick={() => setOpen(true)}>
        {texts.sendBack}
      </Button>
    )
  return (
    <Panel padded className={styles.back}>
      <h2>{texts.sendBack}</h2>
      <p className={styles.hint}>{texts.sendBackHint}</p>
      <div className={styles.form}>
        {left.map(({ _id, product, pieces, free, returned }) => (
          <Field
            key={_id}
            label={product.name}
            description={texts.backOf(returned, pieces + free)}
            inputMode="numeric"
            autoComplete="off"
            value={counts[_id] ?? ''}
            onChange={({ target }) => setCounts({ ...counts, [_id]: target.value })}
          />
        ))}
        <Field label={texts.reason} value={reason} onChange={({ target }) => setReason(target.value)} />
        {sending.error && <FieldError>{errorMessage(sending.error, texts.notSentBack)}</FieldError>}
        <Button
          variant="danger"
          disabled={lines.length === 0 || sending.isPending}
          onClick={() => sending.mutate({ id: purchase._id, lines, reason, key: key.current })}
        >
          {texts.sendBackNow(lines.reduce((sum, { pieces }) => sum + pieces, 0))}
        </Button>
      </div>
    </Panel>
  )
}
