import { gstLines } from '@/features/settings/gst'
import { amountInWords } from '@/lib/amount-in-words'
import { classNames } from '@/lib/class-names'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { formatPaperTime } from '@/lib/order-dates'
import type { Paper } from '@/lib/paper'
import { paidPart, paymentText } from '../../payment-text'
import { payableOf } from '../../round-off'
import { texts } from '../../texts'
import type { Order } from '../orders-api'
import { PaperAddress } from './paper-address'
import { collectMethodText, missingText, type ShopDetails } from './paper-facts'
import { type PaperLine, paperLines } from './paper-lines'
import { PaperUPI } from './paper-upi'
import { printTexts } from './print-texts'
import styles from './roll-paper.module.css'

type Props = {
  order: Order
  shop: ShopDetails
  kind: 'slip' | 'bill'
  paper: Paper
  /** The paper's index among those to print. */
  index: number
  /** The basket's letter on the pick list: A, B …; undefined if a single order is printed. */
  basket?: string
  prices: boolean
}

/** A packing slip on any paper, or a bill on a roll. Black only; number and amount are readable at arm's length. */
export function RollPaper({ order, shop, kind, paper, index, basket, prices }: Props) {
  const { number, createdAt, itemCount, customer } = order
  const bill = kind === 'bill'
  return (
    <article
      className={classNames(styles.paper, styles[`paper${paper}`])}
      data-page={index}
      aria-label={`${printTexts.kinds[kind]} #${number}`}
    >
      <header className={styles.shop}>
        <h2>{shop.name}</h2>
        {bill && shop.legal.name && shop.legal.name !== shop.name && <p>{shop.legal.name}</p>}
        <p>{(bill && shop.legal.address) || shop.address}</p>
        {shop.phone && <p>{printTexts.phone(shop.phone)}</p>}
      </header>
      <div className={styles.number}>
        <b>#{number}</b>
        {bill && <span>{printTexts.bill}</span>}
        {!bill && basket && (
          <span>
            {printTexts.basket}
            <b className={styles.basket}>{basket}</b>
          </span>
        )}
      </div>
      <p className={styles.time}>
        {formatPaperTime(createdAt)} · {printTexts.items(itemCount)}
      </p>
      <div className={styles.to}>
        <p className={styles.name}>{customer.name}</p>
        <p className={styles.address}>
          <PaperAddress order={order} />
        </p>
      </div>
      <ul className={styles.lines}>
        {paperLines(order).map((line) => (
          <RollLine key={line._id} line={line} bill={bill} prices={prices || bill} />
        ))}
      </ul>
      <Sums order={order} prices={prices || bill} />
      {bill && payableOf(order) > 0 && (
        <p className={styles.words}>
          {printTexts.inWords}: {amountInWords(payableOf(order))}
        </p>
      )}
      <PaperUPI order={order} />
      <footer className={styles.foot}>
        {!bill && <p className={styles.signed}>{printTexts.signed}</p>}
        {bill && <p>{printTexts.taxes}</p>}
        <p>{printTexts.thanks}</p>
        {bill && shop.legal.grievance && <p>{printTexts.complaints(shop.legal.grievance)}</p>}
        {shop.legal.fssai && <p>{printTexts.fssai(shop.legal.fssai)}</p>}
        {bill && gstLines(shop.legal).map((line) => <p key={line}>{line}</p>)}
      </footer>
    </article>
  )
}

function RollLine({ line, bill, prices }: { line: PaperLine; bill: boolean; prices: boolean }) {
  const { name, detail, shelf, packed, price, amount, insteadOf, wish } = line
  const short = missingText(line)
  const place = bill ? undefined : shelf
  return (
    <li>
      {!bill && <i />}
      <b>{printTexts.times(packed)}</b>
      <span>
        {name}
        <small>{[detail, place, bill && formatRupees(price)].filter(Boolean).join(' · ')}</small>
        {!bill && packed > 0 && wish !== 'REMOVE' && <small>{printTexts.wishes[wish]}</small>}
        {short && <small className={styles.changed}>{short}</small>}
        {insteadOf && <small className={styles.changed}>{printTexts.insteadOf(insteadOf)}</small>}
      </span>
      {prices && <span className={styles.amount}>{formatRupees(amount)}</span>}
    </li>
  )
}

/** The totals and the amount to collect. Without prices only the latter, which the rider needs. */
function Sums({ order, prices }: { order: Order; prices: boolean }) {
  const { itemCount, totalAmt, roundOff, collectAmt, refundDue } = order
  const total = formatRupees(toPaise(totalAmt))
  const paid = paidPart(order)
  return (
    <>
      {prices && (
        <dl className={styles.sums}>
          <div>
            <dt>{printTexts.items(itemCount)}</dt>
            <dd>{total}</dd>
          </div>
          <div>
            <dt>{printTexts.delivery}</dt>
            <dd>{printTexts.free}</dd>
          </div>
          {roundOff !== 0 && (
            <div>
              <dt>{texts.roundOff}</dt>
              <dd>{formatSignedRupees(toPaise(roundOff))}</dd>
            </div>
          )}
          <div>
            <dt>
              <b>{printTexts.total}</b>
            </dt>
            <dd>
              <b>{formatRupees(payableOf(order))}</b>
            </dd>
          </div>
          {refundDue > 0 && (
            <div>
              <dt>{printTexts.toGiveBack}</dt>
              <dd>{formatRupees(toPaise(refundDue))}</dd>
            </div>
          )}
          {collectAmt > 0 && paid && (
            <div>
              <dt>{paid.label}</dt>
              <dd>{formatRupees(toPaise(paid.amount))}</dd>
            </div>
          )}
        </dl>
      )}
      {collectAmt > 0 ? (
        <div className={styles.collect}>
          <span>{printTexts.collect}</span>
          <b>{formatRupees(toPaise(collectAmt))}</b>
          <small>{collectMethodText(order)}</small>
        </div>
      ) : (
        <p className={styles.paid}>
          {[paymentText(order), prices && paid && formatRupees(toPaise(paid.amount))]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </>
  )
}
