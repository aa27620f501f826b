import { useEffect, useRef } from 'react'
import { formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { formatDayTick } from '@/lib/order-dates'
import { tableClass } from '@/ui/table'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { Day } from '../api'
import { bestDay, shortRupees } from '../days'
import { texts } from '../texts'
import styles from './sales-chart.module.css'

// In units of the SVG's view box.
const BAR_DISTANCE = 34
const BAR_WIDTH = 24
const TOP_MARGIN = 22
const MAX_BAR_HEIGHT = 110
const BASELINE = TOP_MARGIN + MAX_BAR_HEIGHT
const HEIGHT = BASELINE + 26

/** A bar chart of daily sales with today highlighted, and the same figures as a table. Amounts in rupees. */
export function SalesChart({ days }: { days: Day[] }) {
  const best = bestDay(days)
  const maxRevenue = toPaise(best?.revenue ?? 0)
  const width = days.length * BAR_DISTANCE
  const scroller = useRef<HTMLElement>(null)
  // If not all days fit, scroll to the latest.
  useEffect(() => {
    // With braces: newer browsers return a promise from scrollTo, which React would call as the effect's cleanup.
    scroller.current?.scrollTo(scroller.current.scrollWidth, 0)
  }, [])
  const [first, last] = [formatDay(days[0]?.date ?? ''), formatDay(days.at(-1)?.date ?? '')]
  const label = best
    ? texts.chartLabel(first, last, formatRupees(maxRevenue), formatDay(best.date))
    : texts.chartOfNone(first, last)
  return (
    <>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={texts.chartTitle}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
      >
        <svg className={styles.chart} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
          <line x1="0" x2={width} y1={BASELINE + 0.5} y2={BASELINE + 0.5} />
          {days.map(({ date, revenue }, index) => {
            const paise = toPaise(revenue)
            const height =
              maxRevenue > 0
                ? Math.max(paise > 0 ? 3 : 0, Math.round((paise / maxRevenue) * MAX_BAR_HEIGHT))
                : 0
            const center = index * BAR_DISTANCE + BAR_DISTANCE / 2
            const isToday = index === days.length - 1
            return (
              <g key={date} className={isToday ? styles.today : undefined}>
                <rect
                  x={center - BAR_WIDTH / 2}
                  y={BASELINE - height}
                  width={BAR_WIDTH}
                  height={height}
                  rx={height > 6 ? 4 : 1}
                />
                {paise > 0 && (
                  <text className={styles.amount} x={center} y={BASELINE - height - 6}>
                    {shortRupees(paise)}
                  </text>
                )}
                <text x={center} y={HEIGHT - 6}>
                  {isToday ? texts.today : formatDayTick(date, index === 0)}
                </text>
              </g>
            )
          })}
        </svg>
      </section>
      <details className={styles.table}>
        <summary>{texts.asTable}</summary>
        <table className={tableClass}>
          <caption>
            <VisuallyHidden>{texts.chartTitle}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" className={styles.number}>
                {texts.ordersOfDay}
              </th>
              <th scope="col" className={styles.number}>
                {texts.salesOfDay}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, orders, revenue }) => (
              <tr key={date}>
                <th scope="row">{formatDay(date)}</th>
                <td className={styles.number}>{orders}</td>
                <td className={styles.number}>{formatRupees(toPaise(revenue))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
