import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { parseNumber, plainNumber } from '@/lib/plain-number'
import { useMutation } from '@/lib/use-mutation'
import { formatWeight } from '@/lib/weight'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { Panel } from '@/ui/panel'
import { type Purchase, returnPurchase } from '../api'
import { formatLineQuantity, grams } from '../draft'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

type Quantity = { grams: number | null; pieces: number; free: number }

const all = (line: Quantity) => (line.grams ?? line.pieces) + line.free

/** Says how much goes back: "3 pieces", "1.1 kg" or "3 pieces, 1.1 kg". */
function sum(lines: { pieces?: string; grams?: string }[]): string {
  const total = (field: 'pieces' | 'grams') => lines.reduce((all, line) => all + Number(line[field] ?? 0), 0)
  const [count, weight] = [total('pieces'), total('grams')]
  return [(count > 0 || weight === 0) && texts.pieces(count), weight > 0 && formatWeight(weight)]
    .filter(Boolean)
    .join(', ')
}

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
    .filter(({ _id }) => parseNumber(counts[_id] ?? '') > 0)
    .map(({ _id, grams: weight }) => {
      const typed = counts[_id] ?? ''
      return weight === null ? { _id, pieces: plainNumber(typed) } : { _id, grams: grams(typed) }
    })
  const left = purchase.lines.filter((line) => line.returned < all(line))
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
        {left.map(({ _id, product, ...line }) => (
          <Field
            key={_id}
            label={line.grams === null ? product.name : `${product.name}, ${texts.kilograms}`}
            description={texts.backOf(
              formatLineQuantity(line, line.returned),
              formatLineQuantity(line, all(line)),
            )}
            inputMode={line.grams === null ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={counts[_id] ?? ''}
            onChange={({ target }) => setCounts({ ...counts, [_id]: target.value })}
          />
        ))}
        <Field label={texts.reason} value={reason} onChange={({ target }) => setReason(target.value)} />
        {sending.error && <FieldError>{errorMessage(sending.error, texts.notSentBack)}</FieldError>}
        <Button
          variant="danger"
          disabled={lines.length === 0}
          pending={sending.isPending}
          onClick={() => sending.mutate({ id: purchase._id, lines, reason, key: key.current })}
        >
          {texts.sendBackNow(sum(lines))}
        </Button>
      </div>
    </Panel>
  )
}
