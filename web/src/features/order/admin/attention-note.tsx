import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { unflag } from '@/features/payment/api'
import { classNames } from '@/lib/class-names'
import { toastError } from '@/lib/errors'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { stack } from '@/ui/stack'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { Line } from '../api'
import { texts } from '../texts'
import styles from './attention-note.module.css'
import { patchLineInCache } from './patch-line-in-cache'
import { RefundButton } from './refund-button'

/** Reports whether staff must act on an order's payment: it is flagged, or a refund is due. */
export function needsAttention({ payment_flag: flag, payment_status: status }: Line): boolean {
  return Boolean(flag) || status === 'REFUND DUE'
}

/** The payment flag or due refund of an order with its buttons; renders nothing without either. */
export function AttentionNote({ line, className }: { line: Line; className?: string }) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  if (!needsAttention(line)) return null
  const { orderId: number, payment_flag: flag, payment_status: status, refund_due: due } = line
  return (
    <fieldset className={classNames(styles.note, className)} data-attention="">
      <legend>
        <VisuallyHidden>{texts.attention(number)}</VisuallyHidden>
      </legend>
      <Icon icon={CircleAlert} />
      <p className={styles.reasons}>
        {flag}
        {status === 'REFUND DUE' && (
          <b>{due === undefined ? texts.refundDue : texts.due(formatRupees(toPaise(due)))}</b>
        )}
      </p>
      <span className={stack.row}>
        {flag && hasStaffRole(user, 'MANAGER') && <UnflagButton line={line} />}
        {status === 'REFUND DUE' && <RefundButton line={line} />}
      </span>
    </fieldset>
  )
}

/** Removes the payment flag. */
function UnflagButton({ line: { _id, orderId: number } }: { line: Line }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: unflag,
    onSuccess: (changed) => {
      notify.success(texts.flagResolved(number))
      return patchLineInCache(queryClient, changed)
    },
    onError: (reason) => toastError(reason, { fallback: texts.resolveFlagFailed }),
  })
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={texts.resolveFlagOf(number)}
      pending={isPending}
      onClick={() => mutate(_id)}
    >
      {texts.resolveFlag}
    </Button>
  )
}
