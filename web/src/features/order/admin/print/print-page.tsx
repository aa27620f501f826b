import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import type { Bill } from '@/features/bill/bill'
import { BillPaper } from '@/features/bill/bill-paper'
import { settingsQuery } from '@/features/settings/api'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { firstFailure } from '@/lib/first-failure'
import { notify } from '@/lib/notify'
import { type Paper, paperOf } from '@/lib/paper'
import { useTitle } from '@/lib/title'
import { useClientValue } from '@/lib/use-client-value'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Switch } from '@/ui/switch'
import { settlementOf, validBills } from '../../bill-settlement'
import { PrintFrame } from '../../print-frame'
import { type Order, refetchOrders } from '../orders-api'
import { useIssuedBills } from './issued-bills'
import { DEFAULT_PAPER, KINDS, type PrintSearch } from './paper'
import type { ShopDetails } from './paper-facts'
import { printQuery, recordPrint } from './print-api'
import { printTexts } from './print-texts'
import { RiderSheet } from './rider-sheet'
import { RollPaper } from './roll-paper'
import { SheetBill } from './sheet-bill'

/** A print preview of orders, with the choice of printout and paper above it. */
export function PrintPage({ search }: { search: PrintSearch }) {
  const { kind } = search
  const ids = search.ids ? search.ids.split(',') : []
  const orders = useQuery(printQuery(ids))
  const shop = useQuery(settingsQuery)
  const remembered = useClientValue(() => readChoice(`paper-${kind}`), '')
  const paper = search.paper ?? paperOf(remembered) ?? DEFAULT_PAPER[kind]
  const rememberedPrices = useClientValue(() => readChoice('slip-prices'), '')
  const prices = search.prices ?? (rememberedPrices === 'hidden' ? 'hidden' : 'shown')
  const navigate = useNavigate({ from: '/dashboard/print' })
  useTitle(
    `${printTexts.kinds[kind]}${ids.length === 1 && orders.data?.[0] ? ` #${orders.data[0].number}` : ''}`,
  )
  useRecordedPrint(orders.data ?? [], kind)

  const show = (change: Partial<PrintSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const choosePaper = (chosen: Paper) => {
    saveChoice(`paper-${kind}`, chosen)
    show({ paper: chosen })
  }
  const choosePrices = (chosen: 'shown' | 'hidden') => {
    saveChoice('slip-prices', chosen)
    show({ prices: chosen })
  }
  const bills = useIssuedBills(kind === 'bill' ? (orders.data ?? NONE) : NONE)
  const missing = orders.data ? ids.length - orders.data.length : 0
  const failure = firstFailure(
    [orders, printTexts.failedToLoad],
    [shop, printTexts.failedToLoadShop],
    [bills, printTexts.failedToLoadBills],
  )
  const choices = (
    <>
      <FilterSelect
        name="kind"
        label={printTexts.kind}
        value={kind}
        options={printTexts.kinds}
        onSelect={(value) => show({ kind: KINDS.find((known) => known === value), paper: undefined })}
      />
      {kind === 'slip' && (
        <Switch
          label={printTexts.prices}
          checked={prices === 'shown'}
          onChange={({ target }) => choosePrices(target.checked ? 'shown' : 'hidden')}
        />
      )}
    </>
  )
  const notes = (
    <>
      {missing > 0 && <Alert tone="warning">{printTexts.missing(missing)}</Alert>}
      {failure && <LoadingFailed {...failure} />}
      {orders.data?.length === 0 && (
        <EmptyState
          icon={Printer}
          tone="indigo"
          title={printTexts.nothing}
          description={printTexts.nothingHint}
          level={2}
        />
      )}
      {!failure && (!orders.data || !shop.data || !bills.loaded) && <LinesSkeleton count={4} />}
    </>
  )
  const ready = orders.data !== undefined && orders.data.length > 0 && shop.data !== undefined && bills.loaded
  return (
    <PrintFrame
      back={
        <Link to="/dashboard/desk">
          <Icon icon={ArrowLeft} size="small" />
          {printTexts.toTheDesk}
        </Link>
      }
      controls={choices}
      onPaper={choosePaper}
      {...{ paper, notes, ready }}
    >
      {ready && (
        <Papers
          {...{ search, paper }}
          prices={prices === 'shown'}
          orders={orders.data}
          shop={shop.data}
          bills={bills.byNumber}
        />
      )}
    </PrintFrame>
  )
}

type PapersProps = {
  orders: Order[]
  shop: ShopDetails
  search: PrintSearch
  paper: Paper
  prices: boolean
  /** The issued bills by number. An order with issued bills prints them instead of its plain bill. */
  bills: Map<string, Bill>
}

const NONE: Order[] = []

const BASKETS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function Papers({ orders, shop, search: { kind }, paper, prices, bills }: PapersProps) {
  if (kind === 'riders') return <RiderSheet {...{ orders, shop, paper }} />
  if (kind === 'bill') return <Bills {...{ orders, shop, paper, bills }} />
  // The letters match those of the pick list of the same orders.
  const inBaskets = orders.length > 1 && orders.length <= BASKETS.length
  return orders.map((order, index) => (
    <RollPaper
      key={order._id}
      {...{ order, shop, kind, paper, index, prices }}
      basket={inBaskets ? BASKETS[index] : undefined}
    />
  ))
}

function Bills({ orders, shop, paper, bills }: Pick<PapersProps, 'orders' | 'shop' | 'paper' | 'bills'>) {
  const papers = orders.flatMap((order) => {
    const issued: (Bill | undefined)[] = validBills(order).map(({ number }) => bills.get(number))
    return (issued.length > 0 ? issued : [undefined]).map((bill) => ({ order, bill }))
  })
  return papers.map(({ order, bill }, index) => {
    const key = bill?.number ?? order._id
    if (bill) {
      const payment = settlementOf(bill, order)
      return <BillPaper key={key} {...{ bill, payment, paper, index, shop }} />
    }
    return paper === 'a4' ? (
      <SheetBill key={key} {...{ order, shop, index }} />
    ) : (
      <RollPaper key={key} {...{ order, shop, paper, index }} kind="bill" prices />
    )
  })
}

/** Records each print in the orders' timelines, whether it starts from the button or the browser's menu. */
function useRecordedPrint(orders: Order[], kind: PrintSearch['kind']): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: recordPrint,
    onSuccess: () => refetchOrders(queryClient),
    meta: { errorShownBy: 'component' },
    // The paper is printed even if recording fails.
    onError: () => notify.error(printTexts.failedToRecord),
  })
  useEffect(() => {
    const ids = orders.map(({ _id }) => _id)
    const onPrint = () => {
      if (ids.length > 0) mutate({ ids, kind })
    }
    window.addEventListener('beforeprint', onPrint)
    return () => window.removeEventListener('beforeprint', onPrint)
  }, [orders, kind, mutate])
}
