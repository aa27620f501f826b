import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRupees, payable } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { CartLine } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import styles from './cart-notices.module.css'
import { cartTexts } from './cart-texts'
import { acceptPrices, usePriceRises } from './price-rises'
import { type Shortage, shortagesOf } from './shortages'
import { texts } from './texts'

const ReplaceDialog = lazyDialog(() => import('./replace-dialog'))

type Props = {
  lines: CartLine[]
  /** Omits price rises, for a page that shows price changes itself. */
  withoutRises?: boolean
  /** Called before the notices change the cart. */
  onChange?: () => void
}

const NO_LINES: CartLine[] = []

/** The problems of a cart, above its lines: lines that exceed the stock, with actions, and price rises. */
export function CartNotices({ lines, withoutRises, onChange }: Props) {
  const [replacing, setReplacing] = useState<{ open: boolean; line: CartLine }>()
  const shortages = shortagesOf(lines)
  const rises = usePriceRises(withoutRises ? NO_LINES : lines)
  if (shortages.length === 0 && rises.length === 0 && !replacing) return null
  return (
    <div className={styles.notices} data-cart-notices="" tabIndex={-1}>
      {shortages.map((shortage) => (
        <ShortageAlert
          key={shortage.line._id}
          {...shortage}
          onChange={onChange}
          onReplace={() => setReplacing({ open: true, line: shortage.line })}
        />
      ))}
      {rises.length > 0 && (
        <Alert tone="warning" role="status">
          {cartTexts.risen(rises.length)}
          <ul className={styles.rises}>
            {rises.map(({ line, before }) => (
              <li key={line._id}>
                {cartTexts.risenLine(
                  line.productId.name,
                  formatRupees(payable(line.productId)),
                  formatRupees(before),
                )}
              </li>
            ))}
          </ul>
          <span className={styles.actions}>
            <button type="button" onClick={() => acceptPrices(lines)}>
              {cartTexts.acceptPrices}
            </button>
          </span>
        </Alert>
      )}
      {replacing && (
        <ReplaceDialog
          {...replacing}
          onChange={onChange}
          onClose={() => setReplacing({ ...replacing, open: false })}
        />
      )}
    </div>
  )
}

type ShortageProps = Shortage & { onChange: (() => void) | undefined; onReplace: () => void }

/** A line that exceeds the stock, with buttons that replace, reduce or remove it. */
function ShortageAlert({ line, left, onChange, onReplace }: ShortageProps) {
  const queue = cartMutationQueue(useQueryClient())
  const { name } = line.productId
  const setQuantity = (quantity: number) => {
    onChange?.()
    void queue.setQuantity(line.productId, quantity, line)
  }
  return (
    <Alert tone="danger" role="status">
      {left > 0 ? cartTexts.fewerLeft(name, left) : cartTexts.notLeft(name)}
      <span className={styles.actions}>
        {left > 0 && (
          <button type="button" onClick={() => setQuantity(left)}>
            {cartTexts.take(left)}
          </button>
        )}
        <button type="button" aria-label={cartTexts.replaceThis(name)} onClick={onReplace}>
          {cartTexts.replace}
        </button>
        <button type="button" aria-label={cartTexts.removeThis(name)} onClick={() => setQuantity(0)}>
          {texts.remove}
        </button>
      </span>
    </Alert>
  )
}
