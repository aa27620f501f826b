import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, BookOpenText } from 'lucide-react'
import { billPath } from '@/features/bill/api'
import { stateText } from '@/features/bill/states'
import { formatPaperDay } from '@/lib/dates'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Pager } from '@/ui/pager'
import { portalAmount, sameAmounts, sumOf } from '../amounts'
import { type Books, type BooksAmounts, type BooksEntry, booksQuery, entriesQuery } from '../api'
import type { BooksSearch } from '../books-search'
import { booksTexts as texts } from '../books-texts'
import type { Period } from '../period'
import { rateName } from '../rate-name'
import styles from './books-page.module.css'

/** The documents behind a figure of the books, with their sums; for box 12 also the rows by HSN. */
export function EntriesPage({ search, period }: { search: BooksSearch; period: Period }) {
  const { data, error, refetch } = useQuery(entriesQuery(period, search))
  const { data: books } = useQuery(booksQuery(period))
  const { box, page = 1 } = search
  const figure = books && figureOf(books, search)
  return (
    <div className={styles.page}>
      <Link
        to="/dashboard/books"
        search={{ month: period.month, quarter: period.quarter || undefined }}
        className={styles.back}
      >
        <Icon icon={ArrowLeft} size="small" />
        {period.name}
      </Link>
      <h1>{titleOf(search)}</h1>
      {figure && <FigureSums figure={figure} />}
      {box?.startsWith('12 ') && !search.hsn && books && <HSNRows books={books} box={box} period={period} />}
      {data ? (
        <>
          {data.total === 0 ? (
            <EmptyState icon={BookOpenText} tone="indigo" title={texts.none} description={texts.noneHint} />
          ) : (
            <>
              <p>
                {texts.behind(data.total)}{' '}
                {figure &&
                data.pages === 1 &&
                sameAmounts(sumOf(data.entries.map(({ amounts }) => amounts)), figure)
                  ? texts.behindAddsUp
                  : ''}
              </p>
              <Entries entries={data.entries} />
            </>
          )}
          {data.pages > 1 && (
            <Pager page={page} pages={data.pages} summary={texts.pageOf(page, data.pages, data.total)} />
          )}
        </>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={8} />
      )}
    </div>
  )
}

function titleOf({ box, rate, hsn }: BooksSearch) {
  if (hsn && rate) return texts.hsnRateTitle(hsn, rateName(rate))
  if (hsn) return texts.hsnTitle(hsn)
  if (box) return `${box.split(' ')[0]} ${texts.boxes[box]?.title ?? ''}`
  return texts.rateTitle(rateName(rate ?? ''))
}

/** Returns the amounts of the figure that the search parameters select. */
function figureOf(books: Books, { box, rate, hsn }: BooksSearch): BooksAmounts | undefined {
  if (hsn)
    return sumOf(
      books.hsn.filter(
        (row) =>
          row.hsn === hsn &&
          (!box || row.registered === (box === '12 B2B')) &&
          (!rate || rateText(row.rate) === rate),
      ),
    )
  if (box === 'CMP-08') return untaxed(books.cmp08.turnover)
  if (box === 'CMP-08 taxable') return untaxed(books.cmp08.turnoverOfTaxableGoods)
  if (box) return books.boxes.find((sum) => sum.box === box)
  return books.rates.find((sum) => sum.rate === rate)
}

const untaxed = (amount: number) => ({
  taxable: amount,
  igst: 0,
  cgst: 0,
  sgst: 0,
  cess: 0,
  withTax: amount,
})

/** Returns the rate of a row of the HSN summary as in the register of sales. */
const rateText = (rate: number) => (rate ? String(rate) : 'exempt')

function FigureSums({ figure }: { figure: BooksAmounts }) {
  const heads = [
    [texts.withoutTax, figure.taxable],
    ['IGST', figure.igst],
    ['CGST', figure.cgst],
    ['SGST', figure.sgst],
    ...(figure.cess ? [[texts.cessHead, figure.cess] as const] : []),
  ] as const
  return (
    <dl className={styles.figures}>
      {heads.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{portalAmount(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function HSNRows({ books, box, period }: { books: Books; box: string; period: Period }) {
  const rows = books.hsn.filter(({ registered }) => registered === (box === '12 B2B'))
  return (
    <section className={styles.panel} aria-label={texts.hsn}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.hsn}</th>
            <th scope="col">{texts.quantity}</th>
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
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.hsn} ${row.uqc} ${row.rate}`}>
              <th scope="row">
                <Link
                  to="/dashboard/books"
                  search={{
                    month: period.month,
                    quarter: period.quarter || undefined,
                    box,
                    hsn: row.hsn,
                    rate: rateText(row.rate),
                  }}
                >
                  {row.hsn}
                </Link>
              </th>
              <td>
                {row.quantity} {row.uqc}
              </td>
              <td>{rateName(rateText(row.rate))}</td>
              <td>{portalAmount(row.taxable)}</td>
              <td className={styles.wide}>{portalAmount(row.igst)}</td>
              <td className={styles.wide}>{portalAmount(row.cgst)}</td>
              <td className={styles.wide}>{portalAmount(row.sgst)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Entries({ entries }: { entries: BooksEntry[] }) {
  return (
    <section className={styles.panel} aria-label={texts.bills}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.bill}</th>
            <th scope="col" className={`${styles.text} ${styles.wide}`}>
              {texts.buyer}
            </th>
            <th scope="col" className={`${styles.text} ${styles.wide}`}>
              {texts.goesTo}
            </th>
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
          {entries.map((entry) => (
            <EntryRow key={entry.number} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EntryRow({ entry }: { entry: BooksEntry }) {
  const { number, issuedAt, buyer, gstin, placeOfSupply, amounts } = entry
  const state = entry.canceled ? texts.canceled : entry.moneyOnly ? texts.moneyOnly : ''
  return (
    <tr>
      <th scope="row">
        <Link to="/dashboard/bill/$number" params={{ number: billPath(number) }} className={styles.number}>
          {number}
        </Link>
        <small>{[formatPaperDay(issuedAt), state].filter(Boolean).join(', ')}</small>
        <small className={styles.narrow}>{buyer}</small>
        <small className={styles.narrow}>{gstin}</small>
      </th>
      <td className={`${styles.text} ${styles.wide}`}>
        {buyer}
        <small>{gstin}</small>
      </td>
      <td className={`${styles.text} ${styles.wide}`}>{stateText(placeOfSupply)}</td>
      <td>{portalAmount(amounts.taxable)}</td>
      <td className={styles.wide}>{portalAmount(amounts.igst)}</td>
      <td className={styles.wide}>{portalAmount(amounts.cgst)}</td>
      <td className={styles.wide}>{portalAmount(amounts.sgst)}</td>
      <td>{portalAmount(amounts.withTax)}</td>
    </tr>
  )
}
