import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { RadioList } from './radio-list'
import { type PaidBy, savePaidBy } from './sheet-api'
import { sheetTexts } from './sheet-texts'

const PAID_BY = ['CASH', 'UPI', 'KHATA', ''] as const
const REFERENCE_MAX = 60

/** Records how a cash order was paid. Before delivery only UPI is possible: cash is collected on delivery. */
export function PaidByForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { _id, version, stage, claim } = order
  const paidBy = PAID_BY.find((value) => value === order.paidBy) ?? ''
  const offered: (PaidBy | '')[] = stage === 'DONE' ? ['CASH', 'UPI', 'KHATA'] : ['UPI', '']
  const [newPaidBy, setNewPaidBy] = useState<PaidBy | ''>(paidBy || 'UPI')
  const [reference, setReference] = useState(order.paymentReference || claim?.reference || '')
  const { mutate, isPending, error } = useOrderAction({
    call: savePaidBy,
    text: ({ paidBy: by }) => sheetTexts.paidSaved[by],
    fallback: sheetTexts.failedToPay,
    inline: true,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const body = { _id, version, paidBy: newPaidBy, reference: newPaidBy === 'UPI' ? reference.trim() : '' }
    mutate(body, { onSuccess: onClose })
  }
  return (
    <form className={stack.list} onSubmit={onSubmit}>
      <RadioList
        legend={sheetTexts.howPaid}
        value={newPaidBy}
        options={offered.map((value) => ({ value, label: sheetTexts.paidBy[value] }))}
        onChange={setNewPaidBy}
      />
      <Field
        label={sheetTexts.reference}
        name="reference"
        autoComplete="off"
        maxLength={REFERENCE_MAX}
        disabled={newPaidBy !== 'UPI'}
        value={reference}
        description={sheetTexts.referenceHint}
        error={error ? errorMessage(error, sheetTexts.failedToPay) : undefined}
        onChange={({ target }) => setReference(target.value)}
      />
      <div className={stack.row}>
        <Button type="submit" size="small" variant="outline" pending={isPending}>
          {sheetTexts.save}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
      </div>
    </form>
  )
}
