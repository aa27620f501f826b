import { texts as settingsTexts } from '@/features/settings/texts'
import { amountInWords } from '@/lib/amount-in-words'
import { formatPaperDay } from '@/lib/dates'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { paidPart, paymentText } from '../../payment-text'
import { payableOf } from '../../round-off'
import { texts } from '../../texts'
import type { Order } from '../orders-api'
import { PaperAddress } from './paper-address'
import { collectText, missingText, type ShopDetails } from './paper-facts'
import { type PaperLine, paperLines } from './paper-lines'
import { PaperUPI } from './paper-upi'
import { printTexts } from './print-texts'
import styles from './sheet-bill.module.css'

type Props = { order: Order; shop: ShopDetails; index: number }

/** The plain A4 bill, with the order's number. It shows the shop's GSTIN, if any, and no tax. */
export function SheetBill({ order, shop, index }: Props) {
  const { number, createdAt, customer, paymentReference } = order
  const payable = payableOf(order)
  const { legal } = shop
  const legalName = legal.name || shop.name
  return (
    <article className={styles.bill} data-page={index} aria-label={`${printTexts.bill} #${number}`}>
      <header className={styles.head}>
        <div className={styles.shop}>
          {shop.logo && <img src={shop.logo} alt="" />}
          <div>
            <h2>{shop.name}</h2>
            <p>{legal.address || shop.address}</p>
            <p>{[shop.phone && printTexts.phone(shop.phone), shop.email].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={styles.kind}>
          <b>{printTexts.bill}</b>
          <span>{printTexts.forBuyer}</span>
        </div>
      </header>
      <dl className={styles.facts}>
        <Fact name={printTexts.billNumber}>#{number}</Fact>
        <Fact name={printTexts.date}>{formatPaperDay(createdAt)}</Fact>
        {legalName !== shop.name && <Fact name={printTexts.soldBy}>{legalName}</Fact>}
        {legal.gstin && <Fact name="GSTIN">{legal.gstin}</Fact>}
        {legal.gst === 'UNREGISTERED' && <Fact name={printTexts.gst}>{printTexts.notRegistered}</Fact>}
        {legal.state && <Fact name={printTexts.state}>{legal.state}</Fact>}
        {legal.fssai && <Fact name="FSSAI">{legal.fssai}</Fact>}
      </dl>
      {legal.gst === 'COMPOSITION' && <p className={styles.tax}>{settingsTexts.composition}</p>}
      <div className={styles.to}>
        <div>
          <h3>{printTexts.deliveredTo}</h3>
          <p>
            <b>{customer.name}</b>
            <br />
            <PaperAddress order={order} />
          </p>
        </div>
        <div>
          <h3>{printTexts.payment}</h3>
          <p>{paymentText(order)}</p>
          {paymentReference && <p>{printTexts.reference(paymentReference)}</p>}
        </div>
      </div>
      <BillTable lines={paperLines(order)} />
      <div className={styles.end}>
        <PaperUPI order={order} />
        <BillSums order={order} />
      </div>
      {payable > 0 && (
        <p className={styles.words}>
          <span>{printTexts.inWords}</span> {amountInWords(payable)}
        </p>
      )}
      <footer className={styles.foot}>
        <div>
          <h3>{printTexts.goodsAndComplaints}</h3>
          <p>{printTexts.taxes}</p>
          <p>{printTexts.thanks}</p>
          {legal.grievance && <p>{printTexts.complaints(legal.grievance)}</p>}
        </div>
        <p className={styles.sign}>{printTexts.signFor(legalName)}</p>
      </footer>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function BillTable({ lines }: { lines: PaperLine[] }) {
  const { columns } = printTexts
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.goods}</th>
          <th scope="col">{columns.ordered}</th>
          <th scope="col">{columns.packed}</th>
          <th scope="col">{columns.price}</th>
          <th scope="col">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ _id, name, detail, ordered, packed, returned, price, amount, insteadOf }, index) => {
          const changes = [
            missingText({ ordered, packed, returned }),
            insteadOf && printTexts.insteadOf(insteadOf),
          ]
          return (
            <tr key={_id}>
              <td>{index + 1}</td>
              <td>
                {name}
                <small>{detail}</small>
                {changes.map((change) => change && <small key={change}>{change}</small>)}
              </td>
              <td>{ordered}</td>
              <td>{packed}</td>
              <td>{formatRupees(price)}</td>
              <td>
                <b>{formatRupees(amount)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function BillSums({ order }: { order: Order }) {
  const { itemCount, totalAmt, roundOff, collectAmt, refundDue } = order
  const total = formatRupees(toPaise(totalAmt))
  const paid = paidPart(order)
  return (
    <dl className={styles.sums}>
      <Fact name={printTexts.items(itemCount)}>{total}</Fact>
      <Fact name={printTexts.delivery}>{printTexts.free}</Fact>
      {roundOff !== 0 && <Fact name={texts.roundOff}>{formatSignedRupees(toPaise(roundOff))}</Fact>}
      <div className={styles.total}>
        <dt>{printTexts.total}</dt>
        <dd>{formatRupees(payableOf(order))}</dd>
      </div>
      {refundDue > 0 && <Fact name={printTexts.toGiveBack}>{formatRupees(toPaise(refundDue))}</Fact>}
      {collectAmt > 0 && paid && <Fact name={paid.label}>{formatRupees(toPaise(paid.amount))}</Fact>}
      <div className={styles.collect}>
        <dt>{collectAmt > 0 ? collectText(order) : paymentText(order)}</dt>
        {collectAmt > 0 && <dd>{formatRupees(toPaise(collectAmt))}</dd>}
        {collectAmt === 0 && paid && <dd>{formatRupees(toPaise(paid.amount))}</dd>}
      </div>
    </dl>
  )
}
