import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { settingsQuery } from '@/features/settings/api'
import { useTitle } from '@/lib/title'
import { useClientValue } from '@/lib/use-client-value'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { type Checkout, refetchCheckouts } from '../checkouts-api'
import { readChoice, saveChoice } from './device-choice'
import { DEFAULT_PAPER, PAPERS, type Paper, type PrintSearch } from './paper'
import type { ShopDetails } from './paper-facts'
import { printQuery, recordPrint } from './print-api'
import { PrintBar } from './print-bar'
import styles from './print-page.module.css'
import { printTexts } from './print-texts'
import { RiderSheet } from './rider-sheet'
import { RollPaper } from './roll-paper'
import { SheetBill } from './sheet-bill'
import { usePageRules } from './use-page-rules'

/** The papers of orders as they come out of the printer, above them what to print on which paper. */
export function PrintPage({ search }: { search: PrintSearch }) {
  const { kind } = search
  const ids = search.ids ? search.ids.split(',') : []
  const orders = useQuery(printQuery(ids))
  const shop = useQuery(settingsQuery)
  const remembered = useClientValue(() => readChoice(`paper-${kind}`), '')
  const paper = search.paper ?? PAPERS.find((known) => known === remembered) ?? DEFAULT_PAPER[kind]
  const rememberedPrices = useClientValue(() => readChoice('slip-prices'), '')
  const prices = search.prices ?? (rememberedPrices === 'hidden' ? 'hidden' : 'shown')
  const papersRef = useRef<HTMLDivElement>(null)
  const navigate = useNavigate({ from: '/dashboard/print' })
  useTitle(
    `${printTexts.kinds[kind]}${ids.length === 1 && orders.data?.[0] ? ` #${orders.data[0].number}` : ''}`,
  )
  useRecordedPrint(orders.data ?? [], kind)
  usePageRules(papersRef, paper)

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
  const missing = orders.data ? ids.length - orders.data.length : 0
  const error = orders.error ?? shop.error
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <PrintBar
        kind={kind}
        paper={paper}
        prices={prices === 'shown'}
        ready={orders.data !== undefined && orders.data.length > 0 && shop.data !== undefined}
        onKind={(chosen) => show({ kind: chosen, paper: undefined })}
        onPaper={choosePaper}
        onPrices={(shown) => choosePrices(shown ? 'shown' : 'hidden')}
      />
      {missing > 0 && (
        <Alert tone="warning" className={styles.note}>
          {printTexts.missing(missing)}
        </Alert>
      )}
      {error && <LoadingFailed reason={error} title={printTexts.failedToLoad} retry={orders.refetch} />}
      {orders.data?.length === 0 && (
        <EmptyState
          icon={Printer}
          tone="indigo"
          title={printTexts.nothing}
          description={printTexts.nothingHint}
          level={2}
        />
      )}
      {!error && (!orders.data || !shop.data) && <LinesSkeleton count={4} />}
      <div className={styles.papers} ref={papersRef}>
        {orders.data && orders.data.length > 0 && shop.data && (
          <Papers
            {...{ search, paper }}
            prices={prices === 'shown'}
            checkouts={orders.data}
            shop={shop.data}
          />
        )}
      </div>
    </main>
  )
}

type PapersProps = {
  checkouts: Checkout[]
  shop: ShopDetails
  search: PrintSearch
  paper: Paper
  prices: boolean
}

const BASKETS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function Papers({ checkouts, shop, search: { kind }, paper, prices }: PapersProps) {
  if (kind === 'riders') return <RiderSheet {...{ checkouts, shop, paper }} />
  // The letters of the pick list of the same orders.
  const inBaskets = checkouts.length > 1 && checkouts.length <= BASKETS.length
  return checkouts.map((checkout, index) =>
    kind === 'bill' && paper === 'a4' ? (
      <SheetBill key={checkout._id} {...{ checkout, shop, index }} />
    ) : (
      <RollPaper
        key={checkout._id}
        {...{ checkout, shop, kind, paper, index, prices }}
        basket={inBaskets ? BASKETS[index] : undefined}
      />
    ),
  )
}

/** Notes each print in the orders' timelines, by the button or by the browser's own keys. */
function useRecordedPrint(checkouts: Checkout[], kind: PrintSearch['kind']): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: recordPrint,
    onSuccess: () => refetchCheckouts(queryClient),
    meta: { failure: { fallback: printTexts.failedToRecord } },
  })
  useEffect(() => {
    const ids = checkouts.map(({ _id }) => _id)
    const onPrint = () => {
      if (ids.length > 0) mutate({ ids, kind })
    }
    window.addEventListener('beforeprint', onPrint)
    return () => window.removeEventListener('beforeprint', onPrint)
  }, [checkouts, kind, mutate])
}
