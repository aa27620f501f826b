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
import { Bill } from '../bill'
import { LineName, LinePicture, LinePrice } from '../line-parts'
import { quantitiesIn } from '../quantities'
import { ShortageNotes } from '../shortage-notes'
import { CartStepper } from '../stepper'
import { texts } from '../texts'
import { UNDO_MS, useRemovedLines, withRemoved } from './removed-lines'

type Props = {
  /** The page's title, or one beside it. */
  level: 'h1' | 'h2'
  onClose: () => void
}

/** The cart: its head, its lines and bill, and Proceed. Stands in the drawer and on the /cart page. */
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
        <ShortageNotes lines={lines} />
        {isLoading ? (
          <LinesSkeleton count={3} />
        ) : error && lines.length === 0 ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <Lines lines={lines} onLeave={onClose} />
        )}
        {totals.count > 0 && <Bill title={texts.billDetails} totals={totals} />}
      </div>
      <Foot total={formatRupees(totals.total)} empty={totals.count === 0} onLeave={onClose} />
    </>
  )
}

function Lines({ lines, onLeave }: { lines: CartLine[]; onLeave: () => void }) {
  const { removed, remember, forget } = useRemovedLines()
  const shown = withRemoved(lines, removed)
  return (
    <>
      {shown.length > 0 && (
        <ul className="lines">
          {shown.map(({ line, removed: gone }, place) =>
            gone ? (
              <Removed key={line._id} line={line} onOver={forget} />
            ) : (
              <li key={line._id} className="line">
                <LinePicture line={line} />
                <LineName line={line} />
                <div className="line__end">
                  <CartStepper product={line.productId} line={line} onRemove={() => remember(line, place)} />
                  <LinePrice line={line} />
                </div>
              </li>
            ),
          )}
        </ul>
      )}
      {lines.length === 0 && (
        <EmptyState sign={basket} aisle={4} title={texts.empty} hint={texts.emptyHint}>
          <Link to="/" className="btn btn--main" onClick={onLeave}>
            {texts.lookAround}
          </Link>
        </EmptyState>
      )}
    </>
  )
}

/** A line that was just removed, with a way back that has the focus the stepper had. */
function Removed({ line, onOver }: { line: CartLine; onOver: (line: CartLine) => void }) {
  const quantities = quantitiesIn(useQueryClient())
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = undo.current
    button?.focus()
    const clock = setTimeout(() => {
      // Whoever still stands on it stays in the cart.
      if (document.activeElement === button) button?.closest<HTMLElement>('.drawer__body')?.focus()
      onOver(line)
    }, UNDO_MS)
    return () => clearTimeout(clock)
  }, [line, onOver])
  return (
    <li className="line line--gone">
      <span>{texts.lineRemoved(line.productId.name)}</span>
      <button
        ref={undo}
        type="button"
        className="btn btn--quiet btn--sm"
        onClick={() => {
          onOver(line)
          void quantities.restore(line)
        }}
      >
        <Undo2 className="ic" />
        {texts.undo}
      </button>
    </li>
  )
}

function Foot({ total, empty, onLeave }: { total: string; empty: boolean; onLeave: () => void }) {
  const navigate = useNavigate()
  const proceed = () => {
    onLeave()
    // Asked of the storage at the press: another tab may have ended the login.
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
