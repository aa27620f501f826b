import { useEffect, useRef } from 'react'
import type { CartLine } from '@/features/cart/api'
import { totalsOf } from '@/features/cart/api'
import { formatRupees } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { texts } from '../texts'
import { cartChanges } from './cart-changes'
import styles from './changed-cart.module.css'

type Props = {
  /** Why the cart was not ordered. */
  reason: string
  /** The lines as displayed when the shopper ordered; `lines` are those in the cart now. */
  ordered: CartLine[]
  lines: CartLine[]
  /** Whether the cart is being refetched. */
  isFetching: boolean
  onOrder: () => void
}

/** Explains why a changed cart was not ordered: the changes, and a button that orders at the new total. */
export function ChangedCart({ reason, ordered, lines, isFetching, onOrder }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { prices, quantities, gone } = cartChanges(ordered, lines)
  const { count, total } = totalsOf(lines)
  return (
    <div ref={element} tabIndex={-1} className={styles.changed}>
      <Alert tone="warning" role="alert">
        <p>{reason}</p>
        {prices.length + quantities.length + gone.length > 0 && (
          <ul>
            {prices.map(({ id, name, before, now }) => (
              <li key={id}>{texts.priceMoved(name, formatRupees(now), formatRupees(before))}</li>
            ))}
            {quantities.map(({ id, name, before, now }) => (
              <li key={id}>{texts.quantityMoved(name, now, before)}</li>
            ))}
            {gone.map(({ id, name }) => (
              <li key={id}>{texts.cannotBeOrdered(name)}</li>
            ))}
          </ul>
        )}
        {count > 0 && (
          <Button size="small" pending={isFetching} onClick={onOrder}>
            {texts.orderAt(formatRupees(total))}
          </Button>
        )}
      </Alert>
    </div>
  )
}
