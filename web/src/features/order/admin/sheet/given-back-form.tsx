import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { RadioList } from './radio-list'
import { type RefundMethod, saveGivenBack } from './sheet-api'
import { sheetTexts } from './sheet-texts'

const REFUND_METHODS: RefundMethod[] = ['UPI', 'KHATA', 'CREDIT', 'CASH']
const REFERENCE_MAX = 60

/** Records how the refund of a cash order was paid. It cannot be undone, so the button names the sum. */
export function GivenBackForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const amount = formatRupees(toPaise(order.refundDue))
  const [method, setMethod] = useState<RefundMethod>('UPI')
  const [reference, setReference] = useState('')
  const { mutate, isPending, error } = useOrderAction({
    call: saveGivenBack,
    text: () => sheetTexts.isGivenBack(amount),
    fallback: sheetTexts.failedToGiveBack,
    inline: true,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { _id, version } = order
    mutate({ _id, version, how: method, reference: reference.trim() }, { onSuccess: onClose })
  }
  return (
    <form className={stack.list} onSubmit={onSubmit}>
      <RadioList
        legend={sheetTexts.howGivenBack}
        value={method}
        options={REFUND_METHODS.map((value) => ({
          value,
          label: sheetTexts.refundMethods[value],
          hint: sheetTexts.refundHints[value],
        }))}
        onChange={setMethod}
      />
      <Field
        label={sheetTexts.reference}
        name="reference"
        autoComplete="off"
        maxLength={REFERENCE_MAX}
        value={reference}
        description={method === 'UPI' ? sheetTexts.referenceHint : undefined}
        error={error ? errorMessage(error, sheetTexts.failedToGiveBack) : undefined}
        onChange={({ target }) => setReference(target.value)}
      />
      <div className={stack.row}>
        <Button type="submit" size="small" variant="outline" pending={isPending}>
          {sheetTexts.isGivenBack(amount)}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
      </div>
    </form>
  )
}
