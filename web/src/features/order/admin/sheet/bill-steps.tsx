import { ReceiptIndianRupee } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { cancelBill, issueBill } from '../../bill-api'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import styles from './bill-documents.module.css'
import { sheetTexts } from './sheet-texts'

/** Issues the bill before the goods leave, or a bill that was waiting. */
export function BillNow({ order: { _id } }: { order: Order }) {
  const { mutate, isPending, error } = useOrderAction({
    call: issueBill,
    text: () => sheetTexts.billed,
    fallback: sheetTexts.failedToBill,
    inline: true,
  })
  return (
    <>
      {error && <Alert tone="danger">{errorMessage(error, sheetTexts.failedToBill)}</Alert>}
      <Button
        size="small"
        variant="outline"
        icon={ReceiptIndianRupee}
        pending={isPending}
        onClick={() => mutate(_id)}
      >
        {sheetTexts.billNow}
      </Button>
    </>
  )
}

/** Cancels the bill while the goods are in the shop; its number is not reused. */
export function CancelBill({ order: { _id } }: { order: Order }) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useOrderAction({
    call: cancelBill,
    text: () => sheetTexts.billCanceledNow,
    fallback: sheetTexts.failedToCancelBill,
    inline: true,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ orderId: _id, reason: reason.trim() })
  }
  return (
    <details className={styles.details}>
      <summary>{sheetTexts.cancelBill}</summary>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <Field
          label={sheetTexts.billReason}
          name="billReason"
          autoComplete="off"
          value={reason}
          description={sheetTexts.billNumberStays}
          error={error ? errorMessage(error, sheetTexts.failedToCancelBill) : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" size="small" variant="danger" pending={isPending}>
          {sheetTexts.cancelBill}
        </Button>
      </form>
    </details>
  )
}
