import { amountInWords } from '@/lib/amount-in-words'
import { formatPaperDay } from '@/lib/dates'
import { toPaise } from '@/lib/money'
import type { Bill } from './bill'
import {
  buyerAddress,
  creditedBill,
  hasReverseCharge,
  isOriginal,
  placeOfSupplyText,
  taxNotes,
} from './bill-facts'
import { BillPayment, type Payment } from './bill-payment'
import styles from './bill-sheet.module.css'
import { billTexts } from './bill-texts'
import { taxHeads } from './figures'
import { SheetHSN, SheetLines, SheetSums } from './sheet-tables'
import { withState } from './states'

export type PaperProps = {
  bill: Bill
  payment: Payment
  /** The paper's index among those to print. */
  index: number
}

/** A bill or credit note on A4, in plain black that stays legible when photocopied. */
export function BillSheet({ bill, payment, index, logo }: PaperProps & { logo: string }) {
  const { kind, number, seller, payable } = bill
  const heads = taxHeads(bill)
  return (
    <article className={styles.bill} data-page={index} aria-label={`${billTexts.kinds[kind]} ${number}`}>
      {seller.sentence && <p className={styles.lead}>{seller.sentence}</p>}
      <header className={styles.head}>
        <div className={styles.shop}>
          {logo && <img src={logo} alt="" />}
          <div>
            <h2>{seller.name}</h2>
            <p>{withState(seller.address, seller.state)}</p>
            {seller.phone && <p>{billTexts.phone(seller.phone)}</p>}
            <p className={styles.ids}>
              {seller.gstin && (
                <span>
                  {billTexts.gstin} <b>{seller.gstin}</b>
                </span>
              )}{' '}
              {seller.fssai && (
                <span>
                  {billTexts.fssai} <b>{seller.fssai}</b>
                </span>
              )}
            </p>
          </div>
        </div>
        <div className={styles.kind}>
          <p>{billTexts.kinds[kind]}</p>
          {isOriginal(bill) && <span>{billTexts.original}</span>}
        </div>
      </header>
      <Facts bill={bill} />
      <Parties bill={bill} payment={payment} />
      <SheetLines bill={bill} heads={heads} />
      <div className={styles.end}>
        <SheetHSN lines={bill.lines} heads={heads} />
        <SheetSums bill={bill} heads={heads} />
      </div>
      <p className={styles.words}>{amountInWords(toPaise(payable))}</p>
      <div className={styles.pay}>
        <BillPayment
          bill={bill}
          payment={payment}
          classes={{ framed: styles.framed, take: styles.take, code: styles.code }}
        />
        <p className={styles.sign}>
          {billTexts.signFor(seller.name)}
          <br />
          {billTexts.signatory}
        </p>
      </div>
      <footer className={styles.foot}>
        {[...taxNotes(bill), seller.phone && billTexts.complaints(seller.phone)].filter(Boolean).join(' ')}
      </footer>
    </article>
  )
}

function Facts({ bill }: { bill: Bill }) {
  const { kind, number, issuedAt, order, canceledAt } = bill
  const facts = [
    [billTexts.numbers[kind], canceledAt ? <s key="number">{number}</s> : number],
    [billTexts.date, formatPaperDay(issuedAt)],
    [billTexts.forBill, creditedBill(bill)],
    [billTexts.order, order > 0 && `#${order}`],
    [billTexts.placeOfSupply, placeOfSupplyText(bill)],
    [billTexts.reverseCharge, hasReverseCharge(bill) && billTexts.no],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Parties({ bill, payment }: { bill: Bill; payment: Payment }) {
  const { kind, buyer, reason, canceledAt } = bill
  const credit = kind === 'CREDIT_NOTE'
  const aside = canceledAt ? undefined : credit ? reason : payment.method
  return (
    <div className={styles.to}>
      <div>
        <h3>{credit ? billTexts.givenTo : billTexts.billedTo}</h3>
        <p>
          <b>{buyer.name}</b>
          <br />
          {buyerAddress(buyer)}
        </p>
        {buyer.gstin && (
          <p>
            {billTexts.gstin} <b>{buyer.gstin}</b>
          </p>
        )}
      </div>
      <div>
        {aside && (
          <>
            <h3>{credit ? billTexts.why : billTexts.payment}</h3>
            <p>{aside}</p>
          </>
        )}
      </div>
    </div>
  )
}
