import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import { setBuyer } from '../../bill-api'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import styles from './bill-documents.module.css'
import { sheetTexts } from './sheet-texts'

/** The business on the bill. It can be set until the bill is issued. */
export function BillBuyer({ order: { _id, buyer } }: { order: Order }) {
  const [name, setName] = useState(buyer?.name ?? '')
  const [gstin, setGSTIN] = useState(buyer?.gstin ?? '')
  const { mutate, isPending, error } = useOrderAction({
    call: setBuyer,
    text: () => sheetTexts.buyerSaved,
    fallback: sheetTexts.failedToSaveBuyer,
    inline: true,
  })
  const refusal = error ? errorMessage(error, sheetTexts.failedToSaveBuyer) : undefined
  const ofName = error instanceof ApiError && error.fields.some(({ field }) => field.endsWith('name'))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ orderId: _id, name: name.trim(), gstin: gstin.trim() })
  }
  const remove = () => {
    setName('')
    setGSTIN('')
    if (buyer) mutate({ orderId: _id, name: '', gstin: '' })
  }
  return (
    <details className={styles.details} open={buyer !== null}>
      <summary>{sheetTexts.forBusiness}</summary>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <Field
          label={sheetTexts.businessName}
          name="businessName"
          autoComplete="off"
          value={name}
          error={ofName ? refusal : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={sheetTexts.gstin}
          name="gstin"
          autoComplete="off"
          autoCapitalize="characters"
          value={gstin}
          error={ofName ? undefined : refusal}
          onChange={({ target }) => setGSTIN(target.value)}
        />
        <div className={stack.row}>
          <Button type="submit" size="small" variant="outline" pending={isPending}>
            {sheetTexts.putOnBill}
          </Button>
          <Button size="small" variant="quiet" pending={isPending} onClick={remove}>
            {sheetTexts.noBusiness}
          </Button>
        </div>
      </form>
    </details>
  )
}
