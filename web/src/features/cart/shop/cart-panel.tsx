import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { BadgePercent, ChevronRight, Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatRupees } from '@/lib/money'
import { readTokens, useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import basket from '@/pictures/basket.webp'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { type CartLine, cartQuery, totalsOf } from '../api'
import { CartAction } from '../cart-action'
import { CartLineName, CartLinePicture, CartLinePrice } from '../cart-line'
import { cartMutationQueue } from '../cart-mutation-queue'
import { CartSummary } from '../cart-summary'
import { ShortageAlerts } from '../shortage-alerts'
import { texts } from '../texts'
import { UNDO_MS, useRemovedLines, withRemoved } from './removed-lines'

type Props = {
  /** h1 on a page of its own, h2 in the drawer. */
  level: 'h1' | 'h2'
  onClose: () => void
}

/** The whole cart: lines, totals and Proceed. Used by the drawer and by the /cart page. */
export function CartPanel({ level: Title, onClose }: Props) {
  const loggedIn = useLoggedIn()
  const { data: lines = [], isLoading, error, refetch } = useQuery(cartQuery(loggedIn))
  const totals = totalsOf(lines)
  return (
    <>
      <div className="drawer__head">
        <Title>{texts.cart}</Title>
        {totals.count > 0 && <span className="muted">{shell.items(totals.count)}</span>}
        <button type="button" className="iconbtn" aria-label={shell.close} onClick={onClose}>
          <X className="ic ic--l" />
        </button>
      </div>
      <div className="drawer__body" tabIndex={-1}>
        {totals.savings > 0 && (
          <p className="note note--good">
            <BadgePercent className="ic" />
            <span>
              {texts.totalSavings} <b>{formatRupees(totals.savings)}</b>
            </span>
          </p>
        )}
        <ShortageAlerts lines={lines} />
        {isLoading ? (
          <LinesSkeleton count={3} />
        ) : error && lines.length === 0 ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <Lines lines={lines} onNavigate={onClose} />
        )}
        {totals.count > 0 && <CartSummary title={texts.billDetails} totals={totals} />}
      </div>
      <CheckoutBar total={formatRupees(totals.total)} empty={totals.count === 0} onNavigate={onClose} />
    </>
  )
}

function Lines({ lines, onNavigate }: { lines: CartLine[]; onNavigate: () => void }) {
  const { removed, remember, forget } = useRemovedLines()
  const displayed = withRemoved(lines, removed)
  return (
    <>
      {displayed.length > 0 && (
        <ul className="lines">
          {displayed.map(({ line, removed: isRemoved }, index) =>
            isRemoved ? (
              <RemovedLine key={line._id} line={line} onEnd={forget} />
            ) : (
              <li key={line._id} className="line">
                <CartLinePicture line={line} />
                <CartLineName line={line} />
                <div className="line__end">
                  <CartAction
                    product={line.productId}
                    line={line}
                    size="small"
                    onRemove={() => remember(line, index)}
                  />
                  <CartLinePrice line={line} />
                </div>
              </li>
            ),
          )}
        </ul>
      )}
      {lines.length === 0 && (
        <EmptyState icon={basket} tone="turmeric" title={texts.empty} description={texts.emptyHint}>
          <Link to="/" className="btn btn--main" onClick={onNavigate}>
            {texts.lookAround}
          </Link>
        </EmptyState>
      )}
    </>
  )
}

/** A line that was just removed, with an Undo button that takes over the focus of the stepper. */
function RemovedLine({ line, onEnd }: { line: CartLine; onEnd: (line: CartLine) => void }) {
  const queue = cartMutationQueue(useQueryClient())
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = undo.current
    button?.focus()
    const timer = setTimeout(() => {
      // Keep the focus inside the cart when the focused button goes.
      if (document.activeElement === button) button?.closest<HTMLElement>('.drawer__body')?.focus()
      onEnd(line)
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [line, onEnd])
  return (
    <li className="line line--gone">
      <span>{texts.lineRemoved(line.productId.name)}</span>
      <button
        ref={undo}
        type="button"
        className="btn btn--quiet btn--sm"
        onClick={() => {
          onEnd(line)
          void queue.restore(line)
        }}
      >
        <Undo2 className="ic" />
        {texts.undo}
      </button>
    </li>
  )
}

function CheckoutBar({
  total,
  empty,
  onNavigate,
}: {
  total: string
  empty: boolean
  onNavigate: () => void
}) {
  const navigate = useNavigate()
  const proceed = () => {
    onNavigate()
    // Read the storage at the press: another tab may have logged out.
    if (readTokens()) void navigate({ to: '/CheckOutPage' })
    else void navigate({ to: '/login', search: { redirect: '/CheckOutPage' } })
  }
  return (
    <div className="drawer__foot">
      {!empty && (
        <div>
          <span className="small muted">{texts.grandTotal}</span>
          <b>{total}</b>
        </div>
      )}
      <button type="button" className="btn btn--go" disabled={empty} onClick={proceed}>
        {texts.proceed} <ChevronRight className="ic" />
      </button>
    </div>
  )
}
