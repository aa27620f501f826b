import { classNames } from '@/lib/class-names'
import type { Choice, Kind } from '../api'
import { taxTexts as texts } from '../texts'
import styles from './rate-label.module.css'

/** A rate as a tag: a percentage, or exempt. */
export function RateLabel({ rate, exempt = rate === 0 }: { rate: number; exempt?: boolean }) {
  return (
    <span className={classNames(styles.rate, exempt && styles.exempt)}>
      {exempt ? texts.exempt : texts.rate(rate)}
    </span>
  )
}

/** The rate of a kind of product, or the possible rates if it depends on a condition. */
export function KindRate({ kind: { sure, rate, choices } }: { kind: Kind }) {
  if (sure) return <RateLabel rate={rate ?? 0} />
  const rates = choices.map((choice) =>
    choice.treatment === 'EXEMPT' ? texts.none : texts.rate(choice.rate),
  )
  return (
    <span className={classNames(styles.rate, styles.asks)}>
      {rates.length > 0 && [...new Set(rates)].reduce(texts.or)}
    </span>
  )
}

/** Returns the label of a choice: the condition and its rate. */
export function choiceText({ condition, rate, treatment }: Choice): string {
  const name = texts.conditions[condition] ?? condition.toLowerCase().replaceAll('-', ' ')
  return `${name}, ${treatment === 'EXEMPT' ? texts.exempt.toLowerCase() : texts.rate(rate)}`
}

/** Formats an HSN: 3401 11. */
export function spacedHSN(hsn: string): string {
  return [hsn.slice(0, 4), hsn.slice(4, 6), hsn.slice(6)].filter(Boolean).join(' ')
}
