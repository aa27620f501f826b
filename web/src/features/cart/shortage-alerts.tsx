import { useQueryClient } from '@tanstack/react-query'
import { Alert } from '@/ui/alert'
import type { CartLine } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { shortagesOf } from './shortages'
import { texts } from './texts'

/** One alert for each line that exceeds the stock, with buttons that reduce or remove it. */
export function ShortageAlerts({ lines, onChange }: { lines: CartLine[]; onChange?: () => void }) {
  const queue = cartMutationQueue(useQueryClient())
  const take = (line: CartLine, quantity: number) => {
    onChange?.()
    void queue.setQuantity(line.productId, quantity, line)
  }
  return shortagesOf(lines).map(({ line, left }) => (
    <Alert key={line._id} tone="danger" role="status">
      {left > 0 ? texts.fewerLeft(line.productId.name, left) : texts.notLeft(line.productId.name)}{' '}
      {left > 0 && (
        <>
          <button type="button" onClick={() => take(line, left)}>
            {texts.take(left)}
          </button>{' '}
          ·{' '}
        </>
      )}
      <button type="button" onClick={() => take(line, 0)}>
        {texts.removeIt}
      </button>
    </Alert>
  ))
}
