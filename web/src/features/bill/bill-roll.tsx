import { amountInWords } from '@/lib/amount-in-words'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { formatAmount, toPaise } from '@/lib/money'
import type { Paper } from '@/lib/paper'
import { texts } from '@/lib/texts'
import type { Bill, BillLine } from './bill'
import {
  buyerAddress,
  creditedBill,
  hasReverseCharge,
  isOriginal,
  issueTime,
  needsAddress,
  placeOfSupplyText,
  taxNotes,
} from './bill-facts'
import { BillPayment } from './bill-payment'
import styles from './bill-roll.module.css'
import type { PaperProps } from './bill-sheet'
import { billTexts } from './bill-texts'
import {
  formatRoundOff,
  goodsName,
  isWeighed,
  itemCount,
  rateText,
  sumOf,
  taxHeads,
  unitPrice,
} from './figures'
import { RollHSN, RollRates } from './roll-tables'
import { withState } from './states'

// In mm: four dots of a 58 mm printer, five of an 80 mm one, which print eight dots per mm.
const MODULE_WIDTH = { '58': 0.5, '80': 0.625 }

/** A bill or credit note on a roll, in black lines and letters that cheap thermal printers reproduce. */
export function BillRoll({ bill, payment, index, paper }: PaperProps & { paper: Exclude<Paper, 'a4'> }) {
  const { kind, number, seller, lines, payable } = bill
  const heads = taxHeads(bill)
  return (
    <article
      className={classNames(styles.roll, styles[`roll${paper}`])}
      data-page={index}
      aria-label={`${billTexts.kinds[kind]} ${number}`}
    >
      {seller.sentence && <p className={styles.lead}>{seller.sentence}</p>}
      <header className={styles.shop}>
        <h2>{seller.name}</h2>
        <p>{withState(seller.address, seller.state)}</p>
        {seller.phone && <p>{billTexts.phone(seller.phone)}</p>}
        {seller.gstin && (
          <p>
            {billTexts.gstin} <b>{seller.gstin}</b>
          </p>
        )}
        {seller.fssai && (
          <p>
            {billTexts.fssai} <b>{seller.fssai}</b>
          </p>
        )}
      </header>
      <div className={styles.kind}>
        <p>{billTexts.kinds[kind]}</p>
        {isOriginal(bill) && <span>{billTexts.original}</span>}
      </div>
      <Facts bill={bill} />
      <ul className={styles.lines}>
        {lines.map((line, lineIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an issued bill never change
          <Line key={lineIndex} line={line} taxed={heads.length > 0} />
        ))}
      </ul>
      <Sums bill={bill} />
      <p className={styles.words}>{amountInWords(toPaise(payable))}</p>
      <RollHSN lines={lines} heads={heads} narrow={paper === '58'} />
      {heads.length > 0 && <RollRates lines={lines} heads={heads} narrow={paper === '58'} />}
      <BillPayment
        bill={bill}
        payment={payment}
        classes={{ framed: styles.framed, take: styles.take }}
        moduleWidth={MODULE_WIDTH[paper]}
      />
      <footer className={styles.foot}>
        <p>
          {[...taxNotes(bill), hasReverseCharge(bill) && billTexts.noReverseCharge].filter(Boolean).join(' ')}
        </p>
        {seller.phone && <p>{billTexts.complaints(seller.phone)}</p>}
        <p>
          <b>{billTexts.signFor(seller.name)}</b>
        </p>
      </footer>
    </article>
  )
}

function Facts({ bill }: { bill: Bill }) {
  const { kind, number, order, buyer, reason, canceledAt } = bill
  const numberText = <b key="number">{number}</b>
  const facts = [
    [billTexts.columns.number, canceledAt ? <s key="number">{numberText}</s> : numberText],
    [billTexts.date, issueTime(bill)],
    [billTexts.order, order > 0 && `#${order}`],
    [billTexts.forBill, creditedBill(bill)],
    [billTexts.why, canceledAt ? undefined : reason],
    [billTexts.placeOfSupply, placeOfSupplyText(bill)],
    [kind === 'CREDIT_NOTE' ? billTexts.givenTo : billTexts.billedTo, buyer.name],
    ['', needsAddress(bill) && buyerAddress(buyer)],
    [billTexts.gstin, buyer.gstin],
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

function Line({ line, taxed }: { line: BillLine; taxed: boolean }) {
  const price = unitPrice(line)
  const quantity = isWeighed(line) ? `${line.quantity.toFixed(3)} kg` : formatCount(line.quantity)
  return (
    <li>
      <span className={styles.name}>{goodsName(line)}</span>
      <span>
        {price === undefined ? quantity : `${quantity} × ${formatAmount(price)}`}
        <i>{[line.hsn, taxed && rateText(line)].filter(Boolean).join(' · ')}</i>
      </span>
      <b>{formatAmount(toPaise(line.gross))}</b>
    </li>
  )
}

function Sums({ bill: { kind, lines, roundOff, payable } }: { bill: Bill }) {
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{texts.items(itemCount(lines))}</dt>
        <dd>{formatAmount(sumOf(lines).gross)}</dd>
      </div>
      <div>
        <dt>{billTexts.roundOff}</dt>
        <dd>{formatRoundOff(toPaise(roundOff))}</dd>
      </div>
      <div className={styles.total}>
        <dt>{kind === 'CREDIT_NOTE' ? billTexts.credited : billTexts.total}</dt>
        <dd>{`₹${formatAmount(toPaise(payable))}`}</dd>
      </div>
    </dl>
  )
}
