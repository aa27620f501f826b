import { classNames } from '@/lib/class-names'
import type { Line } from '../api'
import { texts } from '../texts'
import styles from './order-numbers.module.css'

/** The number of each line, collapsed: customers use the order's own number. */
export function OrderNumbers({ lines, className }: { lines: Line[]; className?: string }) {
  return (
    <details className={classNames(styles.numbers, className)}>
      <summary>{texts.details}</summary>
      <ul>
        {lines.map(({ _id, orderId, product_detail: { name } }) => (
          <li key={_id}>
            <span>{name || texts.noProduct}</span> <span>{orderId}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
