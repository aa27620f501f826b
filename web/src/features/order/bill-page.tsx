import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { billPath, billQuery } from '@/features/bill/api'
import { BillPaper } from '@/features/bill/bill-paper'
import { settingsQuery } from '@/features/settings/api'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { firstFailure } from '@/lib/first-failure'
import { type Paper, paperOf } from '@/lib/paper'
import { useTitle } from '@/lib/title'
import { useClientValue } from '@/lib/use-client-value'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { orderQuery } from './bill-api'
import { billOrderTexts } from './bill-order-texts'
import { settlementOf } from './bill-settlement'
import { PrintFrame } from './print-frame'

type Props = { number: string; paper: Paper | undefined; staff: boolean }

/** A print preview of a bill or credit note, for staff and for the shopper who placed the order. */
export function BillPage({ number, paper: asked, staff }: Props) {
  const bill = useQuery(billQuery(number))
  const order = useQuery({ ...orderQuery(bill.data?.order ?? 0), enabled: bill.data !== undefined })
  const shop = useQuery(settingsQuery)
  const remembered = useClientValue(() => readChoice(PAPER_CHOICE), '')
  const paper = asked ?? paperOf(remembered) ?? 'a4'
  const navigate = useNavigate({ from: '/dashboard/bill/$number' })
  // Browsers use the title as the name of a saved PDF.
  useTitle(`${billOrderTexts.bill} ${billPath(number)}`)
  const choosePaper = (chosen: Paper) => {
    saveChoice(PAPER_CHOICE, chosen)
    void navigate({ search: { paper: chosen }, replace: true, resetScroll: false })
  }
  const failure = firstFailure(
    [bill, billOrderTexts.failedToLoad],
    [order, billOrderTexts.failedToLoadOrder],
    [shop, billOrderTexts.failedToLoadShop],
  )
  const ready = bill.data !== undefined && order.data !== undefined && shop.data !== undefined
  const notes = failure ? <LoadingFailed {...failure} /> : !ready && <LinesSkeleton count={4} />
  return (
    <PrintFrame
      back={<BackLink staff={staff} order={order.data?.number} />}
      onPaper={choosePaper}
      {...{ paper, ready, notes }}
    >
      {ready && (
        <BillPaper
          bill={bill.data}
          payment={settlementOf(bill.data, order.data)}
          shop={shop.data}
          paper={paper}
          index={0}
        />
      )}
    </PrintFrame>
  )
}

/** The cookie with the paper last used on this device for a bill. */
const PAPER_CHOICE = 'paper-bill'

function BackLink({ staff, order }: { staff: boolean; order: number | undefined }) {
  const arrow = <Icon icon={ArrowLeft} size="small" />
  if (!staff || order === undefined)
    return (
      <Link to={staff ? '/dashboard/desk' : '/dashboard/myorders'}>
        {arrow}
        {staff ? billOrderTexts.toTheDesk : billOrderTexts.toMyOrders}
      </Link>
    )
  return (
    <Link to="/dashboard/desk/$number" params={{ number: String(order) }}>
      {arrow}
      {billOrderTexts.toTheOrder(order)}
    </Link>
  )
}
