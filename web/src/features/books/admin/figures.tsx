import { Link } from '@tanstack/react-router'
import { formatRupees, toPaise } from '@/lib/money'
import { portalAmount, sumOf, taxIn } from '../amounts'
import type { Books } from '../api'
import { booksTexts as texts } from '../books-texts'
import type { Period } from '../period'
import { rateName } from '../rate-name'
import styles from './books-page.module.css'

/** The main figures of the period. The figures about tax are shown only if the shop was registered. */
export function Figures({ books }: { books: Books }) {
  const { sales, notes, rates, roundOff, cmp08 } = books
  const withTax = (toPaise(sales.withTax) + toPaise(notes.withTax)) / 100
  const hint = roundOff ? texts.roundOff(formatRupees(toPaise(roundOff))) : texts.lessNotes
  const exempt = {
    label: texts.exempt,
    amount: rates.find(({ rate }) => rate === 'exempt')?.withTax ?? 0,
    hint: texts.lessNotes,
  }
  const figures = [
    ...(showsTax(books)
      ? [{ label: texts.salesWithTax, amount: withTax, hint }, taxFigure(books), exempt]
      : [{ label: texts.sales, amount: withTax, hint }]),
    ...(!showsTax(books) && showsTurnover(books)
      ? [{ label: texts.taxableGoods, amount: cmp08.turnoverOfTaxableGoods, hint: texts.lessNotes }, exempt]
      : []),
    { label: texts.notes, amount: notes.withTax, hint: texts.noteCount(notes.documents) },
  ]
  return (
    <section aria-label={texts.figures}>
      <h2 className={styles.heading}>{texts.figures}</h2>
      <dl className={styles.figures}>
        {figures.map(({ label, amount, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {formatRupees(toPaise(amount))}
              <small>{hint}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Reports whether a registered shop issued documents in the period; the prices of other shops contain no tax. */
export const showsTax = ({ boxes }: Books) => boxes.length > 0

/** Reports whether the shop was in the composition scheme in the period, or is now. */
export const showsTurnover = ({ standing, cmp08 }: Books) =>
  standing === 'COMPOSITION' || cmp08.turnover !== 0

function taxFigure({ rates }: Books) {
  const all = sumOf(rates)
  const cess = all.cess ? texts.cess(portalAmount(all.cess)) : ''
  return {
    label: texts.gst,
    amount: taxIn(all),
    hint: texts.heads(portalAmount(all.igst), portalAmount(all.cgst)) + cess,
  }
}

/** The sales by rate; each rate links to its bills. */
export function SalesByRate({ books, period }: { books: Books; period: Period }) {
  const all = sumOf(books.rates)
  const cells = (amounts: typeof all) => (
    <>
      <td>{portalAmount(amounts.taxable)}</td>
      <td className={styles.wide}>{portalAmount(amounts.igst)}</td>
      <td className={styles.wide}>{portalAmount(amounts.cgst)}</td>
      <td className={styles.wide}>{portalAmount(amounts.sgst)}</td>
      <td>{portalAmount(amounts.withTax)}</td>
    </>
  )
  return (
    <section className={styles.panel} aria-label={texts.byRate}>
      <header>
        <h2>{texts.byRate}</h2>
        <span>{texts.lessNotes}</span>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.rate}</th>
            <th scope="col">{texts.withoutTax}</th>
            <th scope="col" className={styles.wide}>
              IGST
            </th>
            <th scope="col" className={styles.wide}>
              CGST
            </th>
            <th scope="col" className={styles.wide}>
              SGST
            </th>
            <th scope="col">{texts.withTax}</th>
          </tr>
        </thead>
        <tbody>
          {books.rates.map(({ rate, ...amounts }) => (
            <tr key={rate}>
              <th scope="row">
                {rate ? (
                  <Link
                    to="/dashboard/books"
                    search={{ month: period.month, quarter: period.quarter || undefined, rate }}
                  >
                    {rateName(rate)}
                  </Link>
                ) : (
                  rateName(rate)
                )}
              </th>
              {cells(amounts)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.all}</th>
            {cells(all)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The ranges of issued document numbers, including canceled ones. */
export function DocumentsIssued({ books }: { books: Books }) {
  const { issued, kinds, canceled, missing } = books
  return (
    <section className={styles.panel} aria-label={texts.issued}>
      <header>
        <h2>{texts.issued}</h2>
        {showsTax(books) && <span>{texts.issuedBox}</span>}
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.range}</th>
            <th scope="col">{texts.count}</th>
            <th scope="col">{texts.canceledCount}</th>
            <th scope="col">{texts.net}</th>
          </tr>
        </thead>
        <tbody>
          {issued.map(({ from, to, count, canceled: canceledCount, notes }) => (
            <tr key={from}>
              <th scope="row">
                {notes ? texts.notes : texts.bills}
                <small>{texts.fromTo(from, to)}</small>
              </th>
              <td>{count}</td>
              <td>{canceledCount}</td>
              <td>{count - canceledCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {missing ? texts.gap(missing) : texts.noGap}{' '}
        {texts.kinds(kinds.map(({ kind, count }) => texts.kindCounts[kind](count)).join(', '))}{' '}
        {canceled.length > 0 && texts.canceledNumbers(canceled.join(', '))}
      </p>
    </section>
  )
}
