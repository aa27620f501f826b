import { useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { type Purchase, payPurchase } from '../api'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

const METHODS = ['CASH', 'UPI', 'BANK'] as const

/** Records a payment to the supplier. The field starts with the whole amount due; one press selects the method and saves. */
export function PayForm({ purchase, onDone }: { purchase: Purchase; onDone: (changed: Purchase) => void }) {
  const [amount, setAmount] = useState(String(purchase.due))
  const [reference, setReference] = useState('')
  const key = useRef({ value: '', body: '' })
  const paying = useMutation({
    mutationFn: payPurchase,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      notify.success(texts.paidNow)
      onDone(changed)
    },
  })
  const pay = (by: (typeof METHODS)[number]) => {
    const body = `${by} ${amount} ${reference}`
    // A retry after a missing response keeps its key, so that the payment is recorded once.
    if (key.current.body !== body) key.current = { value: newIdempotencyKey(), body }
    paying.mutate({ id: purchase._id, amount, by, reference, key: key.current.value })
  }
  return (
    <div className={styles.form}>
      <Field
        label={texts.amount}
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={paying.error ? errorMessage(paying.error, texts.notPaid) : undefined}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Field
        label={texts.reference}
        autoComplete="off"
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <p className={styles.buttons}>
        {METHODS.map((by) => (
          <Button key={by} variant="outline" pending={paying.isPending} onClick={() => pay(by)}>
            {texts.methods[by]}
          </Button>
        ))}
      </p>
    </div>
  )
}
