import { CalendarDays, Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { dayInIndia, formatPaperDay, midnight } from '@/lib/dates'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { FieldFrame, inputClass } from '@/ui/field-frame'
import { Icon } from '@/ui/icon'
import { lazyDialog } from '@/ui/lazy-dialog'
import { Table } from '@/ui/table'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { TaxRate } from '../api'
import { taxTexts as texts } from '../texts'
import { TakeBack } from './planned-rates'
import headings from './proposals-panel.module.css'
import { RateLabel, spacedHSN } from './rate-label'
import styles from './rates-table.module.css'

const RateDialog = lazyDialog(() => import('./rate-dialog'))

type Show = 'sold' | 'all' | 'planned' | 'own'

/** The number of rows per page. */
const PAGE_SIZE = 60

/** The table of rates: the program's with their source, and the owner's. */
export function RatesTable({ rates }: { rates: TaxRate[] }) {
  const [show, setShow] = useState<Show>('sold')
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(PAGE_SIZE)
  const [adding, setAdding] = useState(false)
  const today = dayInIndia(Date.now())
  const lists: Record<Show, TaxRate[]> = {
    sold: rates.filter(({ products }) => products > 0),
    all: rates.filter(({ current, from, _id }) => current || from > today || _id !== ''),
    planned: rates.filter(({ from }) => from > today),
    own: rates.filter(({ _id }) => _id !== ''),
  }
  const found = lists[show].filter((row) => matches(row, words))
  return (
    <>
      <div className={headings.heading}>
        <h2>{texts.rates.title}</h2>
        <span>{texts.rates.hint}</span>
        <Button
          size="small"
          variant="outline"
          icon={Plus}
          className={styles.add}
          onClick={() => setAdding(true)}
        >
          {texts.rates.add}
        </Button>
      </div>
      <div className={styles.filters}>
        <FieldFrame label={texts.rates.find} hideLabel className={styles.search}>
          {(control) => (
            <input
              {...control}
              type="search"
              className={inputClass()}
              placeholder={texts.rates.search}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </FieldFrame>
        {(['sold', 'all', 'planned', 'own'] as const).map((name) => (
          <Chip key={name} pressed={show === name} onClick={() => setShow(name)}>
            {texts.rates[name]} <b>{formatCount(lists[name].length)}</b>
          </Chip>
        ))}
      </div>
      {found.length === 0 ? (
        <p className={styles.nothing}>{texts.rates.nothing}</p>
      ) : (
        <Table caption={texts.rates.title} className={styles.rates}>
          <thead>
            <tr>
              <th scope="col">{texts.rates.hsn}</th>
              <th scope="col">{texts.rates.what}</th>
              <th scope="col">{texts.rates.gst}</th>
              <th scope="col" className={styles.wideOnly}>
                {texts.rates.from}
              </th>
              <th scope="col" className={styles.wideOnly}>
                {texts.rates.source}
              </th>
              <th scope="col" className={styles.wideOnly}>
                {texts.rates.products}
              </th>
              <th scope="col">
                <VisuallyHidden>{texts.rates.change}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, limit).map((row) => (
              <Row key={row.hsn + row.condition + row.from} row={row} planned={row.from > today} />
            ))}
          </tbody>
        </Table>
      )}
      {found.length > limit && (
        <Button
          size="small"
          variant="outline"
          className={styles.more}
          onClick={() => setLimit(limit + PAGE_SIZE)}
        >
          {texts.rates.more(Math.min(PAGE_SIZE, found.length - limit))}
        </Button>
      )}
      {adding && <RateDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function Row({ row, planned }: { row: TaxRate; planned: boolean }) {
  const day = formatPaperDay(midnight(row.from))
  const notes = [
    row.condition,
    row.cess === null ? texts.rates.noCess : row.cess > 0 && texts.rates.cess(row.cess),
    row.base === 'MRP' && texts.rates.onMRP,
  ].filter(Boolean)
  return (
    <tr className={classNames(planned && styles.planned)}>
      <th scope="row">{spacedHSN(row.hsn)}</th>
      <td className={styles.what}>
        {row.description || texts.rates.yours}
        {notes.length > 0 && <small>{notes.join(', ')}</small>}
        <small className={styles.narrowOnly}>
          {texts.rates.fromDay(day)}
          {planned && `, ${texts.rates.isPlanned}`}
        </small>
      </td>
      <td className={styles.number}>
        <RateLabel rate={row.rate} exempt={row.treatment === 'EXEMPT'} />
      </td>
      <td className={styles.wideOnly}>
        {day}
        {planned && (
          <Badge tone="warning" icon={CalendarDays}>
            {texts.rates.isPlanned}
          </Badge>
        )}
      </td>
      <td className={classNames(styles.wideOnly, textStyles.muted)}>
        {row._id ? texts.rates.yours : row.source}
      </td>
      <td className={classNames(styles.wideOnly, styles.number)}>{formatCount(row.products)}</td>
      <td className={styles.number}>
        {row._id ? (
          <TakeBack row={row} label={texts.rates.takeBack} />
        ) : (
          <span className={textStyles.muted}>
            <Icon icon={Lock} size="small" />
            <VisuallyHidden>{texts.rates.shipped}</VisuallyHidden>
          </span>
        )}
      </td>
    </tr>
  )
}

/** Reports whether a row's HSN starts with the typed text, or its description contains it. */
function matches({ hsn, description, condition }: TaxRate, typed: string): boolean {
  const words = typed.trim().toLowerCase()
  return (
    hsn.startsWith(words.replaceAll(' ', '')) || `${description} ${condition}`.toLowerCase().includes(words)
  )
}
