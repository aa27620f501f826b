import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpenText, ChevronLeft, ChevronRight, Hourglass, Lock } from 'lucide-react'
import { formatPaperDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { Alert } from '@/ui/alert'
import { Badge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { type Books, booksQuery } from '../api'
import type { BooksSearch } from '../books-search'
import { booksTexts as texts } from '../books-texts'
import { type Period, periodOf, shiftPeriod } from '../period'
import { BooksFiles } from './books-files'
import styles from './books-page.module.css'
import { CloseMonth } from './close-month'
import { EntriesPage } from './entries-page'
import { DocumentsIssued, Figures, SalesByRate, showsTax, showsTurnover } from './figures'
import { Composition, Gstr1, Gstr3b } from './returns'

/** The books of a month or a quarter by the tax returns, or the bills behind one of their figures. */
export function BooksPage({ search }: { search: BooksSearch }) {
  useTitle(texts.books)
  const period = periodOf(search, Date.now())
  const { data: books, error, refetch } = useQuery(booksQuery(period))
  if (search.box || search.rate !== undefined || search.hsn)
    return <EntriesPage search={search} period={period} />
  return (
    <div className={styles.page}>
      <PeriodChoice period={period} closed={books?.closed.length === (period.quarter ? 3 : 1)} />
      {books ? (
        <PeriodFigures books={books} period={period} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={10} />
      )}
    </div>
  )
}

function PeriodChoice({ period, closed }: { period: Period; closed: boolean }) {
  const quarter = period.quarter || undefined
  return (
    <div className={styles.choice}>
      <Link
        to="/dashboard/books"
        search={{ month: shiftPeriod(period, -1), quarter }}
        className={buttonClass({ variant: 'outline', size: 'small' })}
        aria-label={texts.before}
      >
        <Icon icon={ChevronLeft} />
      </Link>
      <h1>{period.name}</h1>
      <Link
        to="/dashboard/books"
        search={{ month: shiftPeriod(period, 1), quarter }}
        className={buttonClass({ variant: 'outline', size: 'small' })}
        aria-label={texts.after}
      >
        <Icon icon={ChevronRight} />
      </Link>
      <Badge tone={closed ? 'success' : 'warning'} icon={closed ? Lock : Hourglass}>
        {closed ? texts.closed : texts.open}
      </Badge>
      <nav aria-label={texts.span} className={styles.span}>
        {([undefined, true] as const).map((isQuarter) => (
          <Link
            key={String(isQuarter)}
            to="/dashboard/books"
            search={{ month: period.month, quarter: isQuarter }}
            aria-current={isQuarter === quarter ? 'true' : undefined}
          >
            {isQuarter ? texts.quarter : texts.month}
          </Link>
        ))}
      </nav>
    </div>
  )
}

function PeriodFigures({ books, period }: { books: Books; period: Period }) {
  const empty = books.issued.length === 0
  return (
    <>
      <ClosedAlerts books={books} />
      {books.waiting.count > 0 && <WaitingBills books={books} />}
      {books.warnings.map((warning) => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      {empty ? (
        <EmptyState icon={BookOpenText} tone="indigo" title={texts.none} description={texts.noneHint} />
      ) : (
        <>
          <Figures books={books} />
          <Corrections books={books} />
          <div className={styles.columns}>
            <div className={styles.stack}>
              {showsTax(books) && <SalesByRate books={books} period={period} />}
              <DocumentsIssued books={books} />
            </div>
            <BooksFiles books={books} period={period} />
          </div>
          {showsTax(books) && (
            <>
              <Gstr1 books={books} period={period} />
              <Gstr3b books={books} period={period} />
            </>
          )}
          {showsTurnover(books) && <Composition books={books} period={period} />}
        </>
      )}
      {!period.quarter && books.closed.length === 0 && <CloseMonth books={books} month={period.month} />}
    </>
  )
}

function ClosedAlerts({ books }: { books: Books }) {
  return books.closed.map(({ month, at, by }) => (
    <Alert key={month} tone="success" icon={Lock}>
      <span>
        <b>{by ? texts.closedBy(formatPaperDay(at), by) : texts.closedOn(formatPaperDay(at))}</b>{' '}
        {texts.closedHint(periodOf({ month }, 0).name)}
      </span>
    </Alert>
  ))
}

function WaitingBills({ books: { waiting, standing } }: { books: Books }) {
  return (
    <Alert
      tone="warning"
      action={
        <Link to="/dashboard/desk" className={buttonClass({ size: 'small' })}>
          {standing === 'REGISTERED' ? texts.giveRates : texts.toDesk}
        </Link>
      }
    >
      <b>{texts.waiting(waiting.count, standing)}</b>{' '}
      {texts.waitingHint(formatRupees(toPaise(waiting.total)), formatPaperDay(waiting.since ?? ''))}
    </Alert>
  )
}

function Corrections({ books: { corrections } }: { books: Books }) {
  if (corrections.length === 0) return null
  return (
    <section className={styles.panel} aria-label={texts.later}>
      <header>
        <h2>{texts.later}</h2>
        <span>{texts.laterHint}</span>
      </header>
      <ul className={styles.rows}>
        {corrections.map(({ number, creditFor, issuedAt, payable }) => (
          <li key={number}>
            <span>
              <b>{number}</b>
              <small>{texts.forBill(creditFor, formatPaperDay(issuedAt))}</small>
            </span>
            <span className={styles.amount}>{formatRupees(-toPaise(payable))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
