import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@/lib/class-names'
import { formatDateTime, formatDayOfYear } from '@/lib/dates'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { stack } from '@/ui/stack'
import { textLinkClass } from '@/ui/text-link'
import { type Purchase, type PurchaseLine, purchaseQuery, purchasesKey } from '../api'
import { formatCalendarDay } from '../days'
import { formatLineQuantity, formatMoney } from '../draft'
import { purchaseTexts as texts } from '../texts'
import { DraftSums } from './draft-sums'
import { PayForm } from './pay-form'
import styles from './purchases.module.css'
import { ReturnForm } from './return-form'

/** A booked purchase or a return: lines, costs and payments, read-only. */
export function BookedPurchase({ purchase }: { purchase: Purchase }) {
  const { supplier, bill, date, kind, state, who, bookedAt, due, returns = [], returnOf } = purchase
  const queryClient = useQueryClient()
  const show = (changed: Purchase) => {
    queryClient.setQueryData(purchaseQuery(purchase._id).queryKey, changed)
    void queryClient.invalidateQueries({
      queryKey: purchasesKey,
      predicate: ({ queryKey }) => !queryKey.includes(purchase._id),
    })
  }
  return (
    <>
      <PageHeader title={`${supplier.name} ${bill}`}>
        <span className={styles.state} data-state={state}>
          {texts.states[state]}
        </span>
      </PageHeader>
      <p className={styles.hint}>
        {formatCalendarDay(date)}
        {bookedAt && ` · ${texts.bookedBy(who, formatDayOfYear(new Date(bookedAt)))}`}
      </p>
      <div className={classNames(stack.column, styles.two)}>
        <div>
          <Panel padded>
            <h2>{kind === 'RETURN' ? texts.returnOf : texts.lines}</h2>
            <BookedLines purchase={purchase} />
            {returnOf && (
              <Link to="/dashboard/purchases/$id" params={{ id: returnOf }} className={textLinkClass}>
                {texts.thePurchase}
              </Link>
            )}
          </Panel>
          {kind === 'PURCHASE' && <ReturnForm purchase={purchase} onDone={show} />}
        </div>
        <div className={stack.column}>
          <DraftSums purchase={purchase} />
          {due < 0 && <p className={styles.hint}>{texts.owes(formatMoney(-due))}</p>}
          {kind === 'PURCHASE' && (
            <Panel padded id="pay">
              <h2>{texts.payments}</h2>
              <Payments purchase={purchase} />
              {due > 0 && <PayForm key={due} purchase={purchase} onDone={show} />}
            </Panel>
          )}
          {returns.length > 0 && (
            <Panel padded>
              <h2>{texts.returns}</h2>
              <ul className={styles.entries}>
                {returns.map(({ _id, bill: number, date: day, total, reason }) => (
                  <li key={_id}>
                    <Link to="/dashboard/purchases/$id" params={{ id: _id }} className={textLinkClass}>
                      {number}
                    </Link>
                    <small>{[formatCalendarDay(day), reason].filter(Boolean).join(' · ')}</small>
                    <b>{formatMoney(total)}</b>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}

function BookedLines({ purchase }: { purchase: Purchase }) {
  return (
    <ul className={styles.entries}>
      {purchase.lines.map((line) => (
        <li key={line._id}>
          <span>{line.product.name}</span>
          <small>{describeLine(line)}</small>
          <b>{formatMoney(line.taxable + line.cgst + line.sgst + line.igst + line.cess)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Describes a line: "30 × ₹54 with tax + 1 free · GST 5 %", with its best-before day and what was sent back. */
function describeLine(line: PurchaseLine): string {
  const { free, rate, returned, bestBefore, costIncludesTax } = line
  const cost = formatMoney(line.cost ?? 0)
  const paidFor = line.grams ?? line.pieces
  const amount = `${formatLineQuantity(line, paidFor)} × ${costIncludesTax ? texts.costWithTax(cost) : cost}`
  return [
    free > 0 ? `${amount} ${texts.plusFree(formatLineQuantity(line, free))}` : amount,
    rate !== null && texts.rateOf(rate),
    bestBefore && texts.best(formatCalendarDay(bestBefore)),
    returned > 0 &&
      texts.backOf(formatLineQuantity(line, returned), formatLineQuantity(line, paidFor + free)),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Payments({ purchase: { payments } }: { purchase: Purchase }) {
  if (payments.length === 0) return <p className={styles.hint}>{texts.noPayments}</p>
  return (
    <ul className={styles.entries}>
      {payments.map(({ _id, by, reference, at, who, amount }) => (
        <li key={_id}>
          <span>{[texts.methods[by], reference].filter(Boolean).join(' ')}</span>
          <small>{[formatDateTime(at), who].filter(Boolean).join(' · ')}</small>
          <b>{formatMoney(amount)}</b>
        </li>
      ))}
    </ul>
  )
}
