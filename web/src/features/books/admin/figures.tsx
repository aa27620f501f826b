import { Link } from '@tanstack/react-router'
import { toPaise } from '@/lib/money'
import { portalAmount, signedRupees, sumOf, taxIn } from '../amounts'
import type { Books } from '../api'
import { booksTexts as texts } from '../books-texts'
import type { Period } from '../period'
import { rateName } from '../rate-name'
import styles from './books-page.module.css'

/** What the period comes to, in four numbers. */
export function Figures({ books }: { books: Books }) {
  const { sales, notes, rates, roundOff } = books
  const all = sumOf(rates)
  const exempt = rates.find(({ rate }) => rate === 'exempt')?.withTax ?? 0
  const withTax = (toPaise(sales.withTax) + toPaise(notes.withTax)) / 100
  const cess = all.cess ? texts.cess(portalAmount(all.cess)) : ''
  const figures = [
    {
      label: texts.salesWithTax,
      amount: withTax,
      hint: roundOff ? texts.roundOff(signedRupees(roundOff)) : texts.lessNotes,
    },
    {
      label: texts.gst,
      amount: taxIn(all),
      hint: texts.heads(portalAmount(all.igst), portalAmount(all.cgst)) + cess,
    },
    { label: texts.exempt, amount: exempt, hint: texts.lessNotes },
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
              {signedRupees(amount)}
              <small>{hint}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The sales by rate; each rate opens its bills. */
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

/** The numbers that were given, with canceled ones. */
export function DocumentsIssued({ books: { issued, kinds, canceled, missing } }: { books: Books }) {
  return (
    <section className={styles.panel} aria-label={texts.issued}>
      <header>
        <h2>{texts.issued}</h2>
        <span>{texts.issuedBox}</span>
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
          {issued.map(({ from, to, count, canceled: gone, notes }) => (
            <tr key={from}>
              <th scope="row">
                {notes ? texts.notes : texts.bills}
                <small>{texts.fromTo(from, to)}</small>
              </th>
              <td>{count}</td>
              <td>{gone}</td>
              <td>{count - gone}</td>
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
