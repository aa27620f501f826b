import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { CartLine } from './api'
import { quantitiesIn } from './quantities'
import { shortagesOf } from './shortages'
import { texts } from './texts'

/** Names each product that ran out since it was added, what is left of it, and a way on. */
export function ShortageNotes({ lines, onMend }: { lines: CartLine[]; onMend?: () => void }) {
  const quantities = quantitiesIn(useQueryClient())
  const take = (line: CartLine, quantity: number) => {
    onMend?.()
    void quantities.want(line.productId, quantity, line)
  }
  return shortagesOf(lines).map(({ line, left }) => (
    <div key={line._id} className="note note--bad" role="status">
      <CircleAlert className="ic" />
      <span>
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
      </span>
    </div>
  ))
}
