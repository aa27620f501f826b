import type { Bill, BillLine } from '@/features/bill/bill'
import { creditedBill } from '@/features/bill/bill-facts'
import type { Payment } from '@/features/bill/bill-payment'
import { billTexts } from '@/features/bill/bill-texts'
import {
  byHSN,
  goodsName,
  groupRate,
  isWeighed,
  itemCount,
  rateText,
  sumOf,
  taxHeads,
  unitPrice,
} from '@/features/bill/figures'
import { stateText } from '@/features/bill/states'
import { formatPaperDay } from '@/lib/dates'
import { formatAmount, formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { Detail, DetailList } from '@/ui/detail-list'
import { Receipt } from '@/ui/receipt'
import { Table } from '@/ui/table'
import { textStyles } from '@/ui/text-styles'
import { billOrderTexts as texts } from './bill-order-texts'
import styles from './shared-bill-page.module.css'

/** A bill for reading on a phone: the total first, then the goods and, collapsed, the tax. */
export function SharedBillSlip({ bill, payment }: { bill: Bill; payment: Payment }) {
  const { kind, number, issuedAt, buyer, seller, lines, roundOff, words, canceledAt, reason } = bill
  const payable = formatRupees(toPaise(bill.payable))
  const ids = [
    seller.gstin && `${billTexts.gstin} ${seller.gstin}`,
    seller.fssai && `${billTexts.fssai} ${seller.fssai}`,
  ]
  return (
    <Receipt>
      {seller.sentence && <p className={styles.hint}>{seller.sentence}</p>}
      <p className={textStyles.hint}>{billTexts.kinds[kind]}</p>
      <h1 className={styles.sum}>{payable}</h1>
      <p className={styles.facts}>
        <b>{number}</b>, {formatPaperDay(issuedAt)}
        {buyer.name && `, ${texts.forBuyer(buyer.name)}`}
        {buyer.gstin && ` (${billTexts.gstin} ${buyer.gstin})`}
      </p>
      {bill.creditFor && (
        <p className={styles.hint}>
          {[`${billTexts.forBill} ${creditedBill(bill)}`, reason].filter(Boolean).join(': ')}
        </p>
      )}
      {canceledAt && (
        <Alert tone="warning">
          {[billTexts.canceled(formatPaperDay(canceledAt)), reason].filter(Boolean).join(': ')}
        </Alert>
      )}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.row}>
            <span>
              <b>{goodsName(line)}</b>
              <small>{lineFacts(line)}</small>
            </span>
            <b>{formatRupees(toPaise(line.gross))}</b>
          </li>
        ))}
      </ul>
      <DetailList>
        <Detail label={sharedTexts.items(itemCount(lines))}>{formatRupees(toPaise(bill.total))}</Detail>
        {roundOff !== 0 && (
          <Detail label={billTexts.roundOff}>{formatSignedRupees(toPaise(roundOff))}</Detail>
        )}
        <Detail label={payment.owed > 0 ? billTexts.toPay : billTexts.total} variant="total">
          {payment.owed > 0 ? formatRupees(payment.owed) : payable}
        </Detail>
      </DetailList>
      {payment.owed === 0 && !canceledAt && <p className={styles.hint}>{payment.settled}</p>}
      <TaxInIt bill={bill} />
      <p className={styles.ids}>
        {words}
        <br />
        {ids.filter(Boolean).join(' · ')}
        <br />
        {[seller.address, stateText(seller.state)].filter(Boolean).join(', ')}
      </p>
    </Receipt>
  )
}

/** Returns the quantity and price of a line, and its tax if the bill shows it. */
function lineFacts(line: BillLine): string {
  const price = unitPrice(line)
  const quantity = isWeighed(line) ? `${line.quantity} kg` : String(line.quantity)
  const tax = [
    line.hsn && `${billTexts.columns.hsn} ${line.hsn}`,
    line.rate !== null && rateText(line).toLowerCase(),
  ]
  return [
    price === undefined ? quantity : `${quantity} × ${formatRupees(price)}`,
    tax.filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

function TaxInIt({ bill }: { bill: Bill }) {
  const heads = taxHeads(bill)
  if (heads.length === 0) return null
  const sums = sumOf(bill.lines)
  const tax = heads.reduce((sum, { head }) => sum + sums[head], 0)
  return (
    <details className={styles.tax}>
      <summary>{texts.taxInIt(formatRupees(tax))}</summary>
      <Table caption={billTexts.taxInPrices}>
        <thead>
          <tr>
            <th scope="col">{billTexts.columns.hsn}</th>
            <th scope="col">{billTexts.columns.rate}</th>
            <th scope="col">{billTexts.columns.taxable}</th>
            {heads.map(({ head, name }) => (
              <th key={head} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byHSN(bill.lines).map((group) => (
            <tr key={`${group.hsn} ${group.rate} ${group.exempt}`}>
              <td>{group.hsn}</td>
              <td>{groupRate(group)}</td>
              <td>{formatAmount(group.taxable)}</td>
              {heads.map(({ head }) => (
                <td key={head}>{formatAmount(group[head])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
