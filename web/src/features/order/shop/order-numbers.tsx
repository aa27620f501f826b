import { classNames } from '@/lib/class-names'
import type { Line } from '../api'
import { texts } from '../texts'
import styles from './order-numbers.module.css'

/** The line numbers, collapsed: customers use the number of the order. */
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
