import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { confirmPayment, type KhataEntry } from '../api'
import { khataTexts } from '../texts'
import { useShowStatement } from './use-show-statement'

type Props = { customer: string; entry: KhataEntry }

/** Confirms a payment by UPI or card that a packer recorded. */
export function ConfirmPayment({ customer, entry }: Props) {
  const showStatement = useShowStatement()
  const confirming = useMutation({
    mutationFn: confirmPayment,
    onSuccess: showStatement,
    onError: (error) => toastError(error, { fallback: khataTexts.notConfirmed }),
  })
  return (
    <Button variant="outline" size="small" onClick={() => confirming.mutate({ customer, entry: entry._id })}>
      {khataTexts.confirm}
    </Button>
  )
}
