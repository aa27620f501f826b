import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { describeError, toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { type CustomerProfile, changeCustomer, customerQuery } from '../api'
import { customerTexts } from '../texts'
import styles from './suspend-panel.module.css'

/** Suspends a customer with a reason that the customer sees, or reactivates them. */
export function SuspendPanel({ customer }: { customer: CustomerProfile }) {
  const queryClient = useQueryClient()
  const resume = useMutation({
    mutationFn: () => changeCustomer({ id: customer._id, status: 'Active' }),
    onSuccess: (changed) => {
      notify.success(customerTexts.resumed(customer.name))
      queryClient.setQueryData(customerQuery(customer._id).queryKey, changed)
    },
    onError: (error) => toastError(error, { fallback: customerTexts.suspendFailed }),
  })
  if (customer.status === 'Suspended')
    return (
      <Alert tone="danger" icon={Ban}>
        {customer.suspendedReason
          ? customerTexts.suspendedBecause(customer.suspendedReason)
          : customerTexts.suspended}
        <Button
          variant="outline"
          size="small"
          pending={resume.isPending}
          onClick={() => resume.mutate()}
          className={styles.resume}
        >
          {customerTexts.resume}
        </Button>
      </Alert>
    )
  return (
    <Panel>
      <details>
        <summary className={styles.summary}>
          <Icon icon={Ban} />
          {customerTexts.suspend}
        </summary>
        <SuspendForm customer={customer} />
      </details>
    </Panel>
  )
}

function SuspendForm({ customer }: { customer: CustomerProfile }) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const suspend = useMutation({
    mutationFn: () => changeCustomer({ id: customer._id, status: 'Suspended', reason: reason.trim() }),
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      notify.success(customerTexts.suspendedNow(customer.name))
      queryClient.setQueryData(customerQuery(customer._id).queryKey, changed)
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        suspend.mutate()
      }}
    >
      <p className={textStyles.detail}>{customerTexts.suspendHint}</p>
      <Field
        label={customerTexts.why}
        placeholder={customerTexts.whyHint}
        maxLength={300}
        value={reason}
        error={
          suspend.error
            ? describeError(suspend.error, { fallback: customerTexts.suspendFailed }).inline
            : undefined
        }
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" variant="danger" wide disabled={!reason.trim()} pending={suspend.isPending}>
        {customerTexts.suspendNow}
      </Button>
    </form>
  )
}
