import { useEffect, useRef } from 'react'
import { formatDay, formatDayTick } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import type { Day } from '../api'
import { bestDay, shortRupees } from '../days'
import { texts } from '../texts'

const STEP = 34
const BAR = 24
const TOP = 22
const TALLEST = 110
const FLOOR = TOP + TALLEST
const HEIGHT = FLOOR + 26

/** A bar for each day, today filled, its sales on it; the same figures as a table below. */
export function SalesChart({ days }: { days: Day[] }) {
  const best = bestDay(days)
  const most = toPaise(best?.revenue ?? 0)
  const width = days.length * STEP
  const scroller = useRef<HTMLElement>(null)
  // Where all days do not fit, the last ones are seen first.
  useEffect(() => scroller.current?.scrollTo(scroller.current.scrollWidth, 0), [])
  const label = texts.chartLabel(
    formatDay(days[0]?.date ?? ''),
    formatDay(days.at(-1)?.date ?? ''),
    best ? texts.best(formatRupees(most), formatDay(best.date)) : texts.noSales,
  )
  return (
    <>
      <section
        ref={scroller}
        className="chart__scroll"
        aria-label={texts.chartTitle}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
      >
        <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
          <line x1="0" x2={width} y1={FLOOR + 0.5} y2={FLOOR + 0.5} />
          {days.map(({ date, revenue }, place) => {
            const paise = toPaise(revenue)
            const tall = most > 0 ? Math.max(paise > 0 ? 3 : 0, Math.round((paise / most) * TALLEST)) : 0
            const middle = place * STEP + STEP / 2
            const today = place === days.length - 1
            return (
              <g key={date} className={today ? 'chart__now' : ''}>
                <rect x={middle - BAR / 2} y={FLOOR - tall} width={BAR} height={tall} rx={tall > 6 ? 4 : 1} />
                {paise > 0 && (
                  <text className="chart__v" x={middle} y={FLOOR - tall - 6}>
                    {shortRupees(paise)}
                  </text>
                )}
                <text x={middle} y={HEIGHT - 6}>
                  {today ? texts.today : formatDayTick(date, place === 0)}
                </text>
              </g>
            )
          })}
        </svg>
      </section>
      <details className="chart__table">
        <summary>{texts.asTable}</summary>
        <table className="table">
          <caption className="vh">{texts.chartTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" className="num">
                {texts.ordersOfDay}
              </th>
              <th scope="col" className="num">
                {texts.salesOfDay}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, orders, revenue }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td className="num">{orders}</td>
                <td className="num">{formatRupees(toPaise(revenue))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
