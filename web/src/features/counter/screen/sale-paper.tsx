import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { billQuery } from '@/features/bill/api'
import type { Bill } from '@/features/bill/bill'
import { BillPaper } from '@/features/bill/bill-paper'
import { settingsQuery } from '@/features/settings/api'
import { readChoice } from '@/lib/device-choice'
import { formatAmount } from '@/lib/money'
import { notify } from '@/lib/notify'
import { paperOf } from '@/lib/paper'
import { usePageRules } from '@/lib/use-page-rules'
import type { CounterState } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import type { SaleEntry } from '../outbox'
import { paidByText } from '../sale'
import { billOfSale } from '../sale-bill'
import styles from './sale-paper.module.css'

/** The cookie with the counter's paper size. */
export const PAPER_CHOICE = 'paper-counter'
export const DEFAULT_PAPER = '80'

type Props = { sale: SaleEntry; state: CounterState; onDone: () => void }

/** Prints the bill of a sale on the counter's paper: as issued by the server, or offline as the server will issue it. */
export function SalePaper({ sale, state, onDone }: Props) {
  const isSent = sale.state === 'SENT' && sale.body.number !== undefined && state.offlineSince === undefined
  const issued = useQuery({ ...billQuery(sale.body.number ?? ''), enabled: isSent, retry: false })
  const shop = useQuery(settingsQuery)
  const own = billOfSale(sale, state.shop, state.taxes)
  const isWaiting = (isSent && issued.isPending) || shop.isPending
  const bill = issued.data ?? own
  const failure = bill ? texts.failedToPrint : texts.billFollows
  const canPrint = bill !== undefined && shop.data !== undefined
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => {
    if (isWaiting || canPrint) return
    notify.error(failure)
    latest.current()
  }, [isWaiting, canPrint, failure])
  if (isWaiting || !canPrint) return null
  return createPortal(<Printout {...{ sale, bill }} shop={shop.data} onDone={onDone} />, document.body)
}

type PrintoutProps = {
  sale: SaleEntry
  bill: Bill
  shop: Parameters<typeof BillPaper>[0]['shop']
  onDone: () => void
}

function Printout({ sale, bill, shop, onDone }: PrintoutProps) {
  const papers = useRef<HTMLDivElement>(null)
  const paper = paperOf(readChoice(PAPER_CHOICE)) ?? DEFAULT_PAPER
  usePageRules(papers, paper)
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => {
    let isShown = true
    // Text would print in another font if its font has not loaded.
    void document.fonts.ready.then(() => {
      if (!isShown) return
      window.print()
      latest.current()
    })
    return () => {
      isShown = false
    }
  }, [])
  const settled = texts.paidBy(paidByText(sale.facts), formatAmount(sale.facts.payable))
  return (
    <div className={styles.papers} ref={papers}>
      <BillPaper bill={bill} payment={{ method: '', owed: 0, settled }} shop={shop} paper={paper} index={0} />
    </div>
  )
}
