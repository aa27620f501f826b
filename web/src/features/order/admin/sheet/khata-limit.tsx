import { useQuery } from '@tanstack/react-query'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { ApiError } from '@/lib/api'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { stack } from '@/ui/stack'
import type { PaymentTaken } from '../orders-api'
import { sheetTexts } from './sheet-texts'

type Split = { now: number; onKhata: number }

/** Returns how a refused order can be split; undefined if it was refused for another reason. */
function splitOf(error: unknown): Split | undefined {
  if (!(error instanceof ApiError) || error.code !== 'khata_limit') return undefined
  const { now, onKhata } = (error.data ?? {}) as Partial<Split> // packers get no amounts
  return now === undefined || onKhata === undefined ? undefined : { now, onKhata }
}

type Props = { error: unknown; onPay: (payment: PaymentTaken) => void }

/** Offers solutions for an order that exceeds the khata's limit: pay a part now, or the owner allows it. */
export function KhataLimit({ error, onPay }: Props) {
  const { data: user } = useQuery(userQuery(true))
  const split = splitOf(error)
  if (!split) return null
  const { now, onKhata } = split
  const taken = formatRupees(toPaise(now))
  return (
    <Alert tone="warning" role="alert">
      {error instanceof Error && error.message}
      <span className={stack.row}>
        <Button
          size="small"
          variant="accent"
          onClick={() =>
            onPay(onKhata > 0 ? { paidBy: 'KHATA', taken: now, takenBy: 'CASH' } : { paidBy: 'CASH' })
          }
        >
          {onKhata > 0
            ? sheetTexts.takePart(taken, formatRupees(toPaise(onKhata)))
            : sheetTexts.takeAll(taken)}
        </Button>
        {hasStaffRole(user, 'OWNER') && (
          <Button size="small" variant="quiet" onClick={() => onPay({ paidBy: 'KHATA', override: true })}>
            {sheetTexts.letPass}
          </Button>
        )}
      </span>
    </Alert>
  )
}
