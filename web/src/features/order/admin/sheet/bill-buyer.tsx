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

/**
 * The business on the bill, or the buyer of a sale at the counter, which has no delivery address. They can be set until the bill
 * is issued, and are asked for if the bill waits for them.
 */
export function BillBuyer({ order }: { order: Order }) {
  const { _id, buyer, customer, channel, billWaits, billLacks } = order
  const atCounter = channel === 'COUNTER'
  const isAsked = atCounter && billWaits !== null && !billLacks?.length
  const [name, setName] = useState(buyer?.name ?? (isAsked && customer.mobile ? customer.name : ''))
  const [address, setAddress] = useState(buyer?.address ?? '')
  const [gstin, setGSTIN] = useState(buyer?.gstin ?? '')
  const { mutate, isPending, error } = useOrderAction({
    call: setBuyer,
    text: () => sheetTexts.buyerSaved,
    fallback: sheetTexts.failedToSaveBuyer,
    inline: true,
  })
  const refusal = error ? errorMessage(error, sheetTexts.failedToSaveBuyer) : undefined
  const isNameRefused = error instanceof ApiError && error.fields.some(({ field }) => field.endsWith('name'))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate({
      orderId: _id,
      name: name.trim(),
      gstin: gstin.trim(),
      address: atCounter ? address.trim() : undefined,
    })
  }
  const remove = () => {
    setName('')
    setAddress('')
    setGSTIN('')
    if (buyer) mutate({ orderId: _id, name: '', gstin: '' })
  }
  return (
    <details className={styles.details} open={buyer !== null || isAsked}>
      <summary>{atCounter ? sheetTexts.buyerOnBill : sheetTexts.forBusiness}</summary>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <Field
          label={atCounter ? sheetTexts.buyerName : sheetTexts.businessName}
          name="businessName"
          autoComplete="off"
          value={name}
          error={isNameRefused ? refusal : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {atCounter && (
          <Field
            label={sheetTexts.buyerAddress}
            name="buyerAddress"
            autoComplete="off"
            maxLength={200}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
        <Field
          label={sheetTexts.gstin}
          name="gstin"
          autoComplete="off"
          autoCapitalize="characters"
          value={gstin}
          error={isNameRefused ? undefined : refusal}
          onChange={({ target }) => setGSTIN(target.value)}
        />
        <div className={stack.row}>
          <Button type="submit" size="small" variant="outline" pending={isPending}>
            {sheetTexts.putOnBill}
          </Button>
          <Button size="small" variant="quiet" pending={isPending} onClick={remove}>
            {atCounter ? sheetTexts.noBuyer : sheetTexts.noBusiness}
          </Button>
        </div>
      </form>
    </details>
  )
}
