import { useQuery } from '@tanstack/react-query'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { ApiError } from '@/lib/api'
import { formatRupees, toPaise } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { stack } from '@/ui/stack'
import type { PaymentTaken } from '../orders-api'
import { sheetTexts } from './sheet-texts'

type WaysOut = { now: number; onKhata: number }

/** Returns how a refused order can be split; undefined if it was refused for another reason. */
function waysOut(error: unknown): WaysOut | undefined {
  if (!(error instanceof ApiError) || error.code !== 'khata_limit') return undefined
  const { now, onKhata } = (error.data ?? {}) as Partial<WaysOut> // a packer gets none
  return now === undefined || onKhata === undefined ? undefined : { now, onKhata }
}

type Props = { error: unknown; onPay: (payment: PaymentTaken) => void }

/** Offers solutions for an order that exceeds the khata's limit: pay a part now, or the owner allows it. */
export function KhataLimit({ error, onPay }: Props) {
  const { data: user } = useQuery(userQuery(true))
  const ways = waysOut(error)
  if (!ways) return null
  const { now, onKhata } = ways
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
