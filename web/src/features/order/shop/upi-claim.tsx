import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { claimPayment, type OwnOrder, patchOwnOrder } from './own-orders'
import { statusTexts } from './status-texts'
import styles from './upi-claim.module.css'

const MAX_REFERENCE = 60

const claimSchema = z.object({
  reference: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, statusTexts.referenceMissing),
      z.maxLength(MAX_REFERENCE, statusTexts.referenceLong),
    ),
})

/** "I have paid" with the payment's reference, and the claim so far. It does not mark the order as paid: staff confirm it. */
export function UpiClaim({ order }: { order: OwnOrder }) {
  const { claim } = order
  const [typing, setTyping] = useState(false)
  if (typing) return <ClaimForm order={order} onClose={() => setTyping(false)} />
  if (!claim)
    return (
      <Button variant="outline" onClick={() => setTyping(true)}>
        {statusTexts.iHavePaid}
      </Button>
    )
  return (
    <Alert tone="info" role="status">
      {claim.reference ? statusTexts.claimed(claim.reference) : statusTexts.claimedWithout}{' '}
      <button type="button" onClick={() => setTyping(true)}>
        {statusTexts.changeClaim}
      </button>
    </Alert>
  )
}

function ClaimForm({ order: { _id, claim }, onClose }: { order: OwnOrder; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useServerForm({
    schema: claimSchema,
    defaultValues: { reference: claim?.reference ?? '' },
    submit: ({ reference }) => claimPayment({ orderId: _id, reference }),
    onSuccess: (changed) => {
      patchOwnOrder(queryClient, changed)
      onClose()
    },
    messages: { fallback: statusTexts.claimFailed },
    fieldOf: () => ({ name: 'reference', focus: true }),
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <Field
        label={statusTexts.reference}
        description={statusTexts.referenceHint}
        autoComplete="off"
        {...form.field('reference')}
      />
      <Button type="submit" pending={form.isPending}>
        {statusTexts.sendClaim}
      </Button>
    </form>
  )
}
