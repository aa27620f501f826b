import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { BadgePercent, ChevronRight, Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { LimitAlerts } from '@/features/settings/limit-alerts'
import { limitTexts } from '@/features/settings/limit-texts'
import { classNames } from '@/lib/class-names'
import { formatRupees } from '@/lib/money'
import { readTokens, useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import basket from '@/pictures/basket.webp'
import { Alert } from '@/ui/alert'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { lineList } from '@/ui/line-list'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { textStyles } from '@/ui/text-styles'
import { type CartLine, cartQuery, totalsOf } from '../api'
import { CartAction } from '../cart-action'
import { CartLineName, CartLinePicture, CartLinePrice } from '../cart-line'
import { cartMutationQueue } from '../cart-mutation-queue'
import { CartNotices } from '../cart-notices'
import { CartSummary } from '../cart-summary'
import { cartTexts } from '../cart-texts'
import { availableLines } from '../shortages'
import { useCartLimits } from '../use-cart-limits'
import styles from './cart-panel.module.css'
import { UNDO_MS, useRemovedLines, withRemoved } from './removed-lines'

type Props = {
  /** h1 on the cart page, h2 in the drawer. */
  level: 'h1' | 'h2'
  onClose: () => void
  /** Called instead of onClose when a link opens another page. */
  onNavigate: () => void
  slots?: CartSlots | undefined
}

/** Renders another feature's part of the cart, which calls `onNavigate` when a link in it opens another page. */
type CartSlot = (onNavigate: () => void) => ReactNode

/** Other features' parts of the cart: a notice above the lines, and actions for an empty cart. */
export type CartSlots = { notice?: CartSlot; empty?: CartSlot }

/** The whole cart: lines, totals and the Proceed button. Used by the drawer and the /cart page. */
export function CartPanel({ level: Title, onClose, onNavigate, slots = {} }: Props) {
  const loggedIn = useLoggedIn()
  const { data: lines = [], isLoading, error, refetch } = useQuery(cartQuery(loggedIn))
  const totals = totalsOf(lines)
  const limits = useCartLimits(totals)
  return (
    <>
      <div className={styles.header}>
        <Title>{cartTexts.cart}</Title>
        {totals.count > 0 && <span className={textStyles.muted}>{sharedTexts.items(totals.count)}</span>}
        <IconButton
          label={sharedTexts.close}
          icon={X}
          size="large"
          className={styles.close}
          onClick={onClose}
        />
      </div>
      <div className={styles.body} tabIndex={-1} data-cart-body="">
        {lines.length > 0 && slots.notice?.(onNavigate)}
        <CartNotices lines={lines} />
        {totals.savings > 0 && (
          <Alert tone="success" icon={BadgePercent}>
            {cartTexts.totalSavings} <b>{formatRupees(totals.savings)}</b>
          </Alert>
        )}
        {totals.count > 0 && (
          <LimitAlerts limits={limits} chooseAddress={<ChooseAddress onNavigate={onNavigate} />} />
        )}
        {isLoading ? (
          <LinesSkeleton count={3} />
        ) : error && lines.length === 0 ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <Lines lines={lines} onNavigate={onNavigate} emptyAction={slots.empty} />
        )}
        {totals.count > 0 && <CartSummary title={cartTexts.billDetails} totals={totals} />}
      </div>
      <CheckoutBar
        total={formatRupees(totals.total)}
        empty={totals.count === 0}
        blocked={limits.blocked}
        onNavigate={onNavigate}
      />
    </>
  )
}

type LinesProps = { lines: CartLine[]; onNavigate: () => void; emptyAction: CartSlot | undefined }

function Lines({ lines, onNavigate, emptyAction }: LinesProps) {
  const { removed, remember, forget } = useRemovedLines()
  const displayed = withRemoved(lines, removed)
  const available = availableLines(lines)
  return (
    <>
      {displayed.length > 0 && (
        <ul className={lineList.list}>
          {displayed.map(({ line, removed: isRemoved }, index) =>
            isRemoved ? (
              <RemovedLine key={line._id} line={line} onEnd={forget} />
            ) : (
              <li key={line._id} className={lineList.line}>
                <CartLinePicture line={line} />
                <CartLineName line={line} onNavigate={onNavigate} />
                <div className={lineList.end}>
                  <CartAction
                    product={line.productId}
                    quantity={line.quantity}
                    line={line}
                    size="small"
                    onRemove={() => remember(line, index)}
                  />
                  <CartLinePrice line={line} unavailable={!available.includes(line)} />
                </div>
              </li>
            ),
          )}
        </ul>
      )}
      {lines.length === 0 && (
        <EmptyState icon={basket} tone="turmeric" title={cartTexts.empty} description={cartTexts.emptyHint}>
          <Link to="/" className={buttonClass()} onClick={onNavigate}>
            {cartTexts.lookAround}
          </Link>
          {emptyAction?.(onNavigate)}
        </EmptyState>
      )}
    </>
  )
}

/** A line that was just removed, with an Undo button that takes the focus of its stepper. */
function RemovedLine({ line, onEnd }: { line: CartLine; onEnd: (line: CartLine) => void }) {
  const queue = cartMutationQueue(useQueryClient())
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = undo.current
    button?.focus()
    const timer = setTimeout(() => {
      // Keep the focus inside the cart when the focused button is removed.
      if (document.activeElement === button) button?.closest<HTMLElement>('[data-cart-body]')?.focus()
      onEnd(line)
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [line, onEnd])
  return (
    <li className={classNames(lineList.line, styles.removedLine)}>
      <span>{cartTexts.lineRemoved(line.productId.name)}</span>
      <Button
        ref={undo}
        variant="quiet"
        size="small"
        icon={Undo2}
        onClick={() => {
          onEnd(line)
          void queue.restore(line)
        }}
      >
        {cartTexts.undo}
      </Button>
    </li>
  )
}

function ChooseAddress({ onNavigate }: { onNavigate: () => void }) {
  return (
    <Link to="/CheckOutPage" onClick={onNavigate}>
      {limitTexts.chooseAddress}
    </Link>
  )
}

type CheckoutBarProps = {
  total: string
  empty: boolean
  /** Whether the shop's limits forbid an order of this cart; the cart says why. */
  blocked: boolean
  onNavigate: () => void
}

function CheckoutBar({ total, empty, blocked, onNavigate }: CheckoutBarProps) {
  const navigate = useNavigate()
  const proceed = () => {
    onNavigate()
    // Read the storage on press: another tab may have logged out.
    if (readTokens()) void navigate({ to: '/CheckOutPage' })
    else void navigate({ to: '/login', search: { redirect: '/CheckOutPage' } })
  }
  return (
    <div className={styles.footer}>
      {!empty && (
        <p className={styles.total}>
          <span>{cartTexts.grandTotal}</span>
          <b>{total}</b>
        </p>
      )}
      <Button variant="accent" className={styles.proceed} disabled={empty || blocked} onClick={proceed}>
        {cartTexts.proceed} <Icon icon={ChevronRight} />
      </Button>
    </div>
  )
}
