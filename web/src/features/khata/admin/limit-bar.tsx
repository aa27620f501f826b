import { classNames } from '@/lib/class-names'
import { formatRupees, toPaise } from '@/lib/money'
import type { KhataAccount } from '../api'
import { khataTexts } from '../texts'
import styles from './limit-bar.module.css'

type Props = { account: Pick<KhataAccount, 'balance' | 'limit'>; className?: string }

/** A bar of the used share of the limit, with the remaining or exceeding amount as text. */
export function LimitBar({ account: { balance, limit }, className }: Props) {
  if (limit === null) return <span className={classNames(styles.none, className)}>{khataTexts.noLimit}</span>
  const left = toPaise(limit) - toPaise(balance)
  const used = limit > 0 ? Math.min(100, Math.max(0, (balance / limit) * 100)) : 100
  return (
    <span className={classNames(styles.limit, used > 80 && styles.high, className)}>
      {khataTexts.ofLimit(formatRupees(toPaise(limit)))} ·{' '}
      {left < 0 ? khataTexts.over(formatRupees(-left)) : khataTexts.left(formatRupees(left))}
      <progress className={styles.bar} value={used} max={100} aria-hidden="true" />
    </span>
  )
}
