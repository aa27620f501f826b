import { Link } from '@tanstack/react-router'
import { Bike, Clock, Hourglass, StickyNote, TriangleAlert, User } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, formatSignedRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { payableOf } from '../../round-off'
import { texts } from '../../texts'
import { deskTexts } from '../desk-texts'
import { hasOpenClaim, NEXT_STAGE, type Order, type Stage } from '../orders-api'
import styles from './desk-card.module.css'
import { type AgeLimits, ageInMinutes, formatAge, urgency } from './grouping'
import { OrderPayment } from './order-payment'
import { ReachLinks } from './reach-links'

type Props = {
  order: Order
  now: number
  ages: AgeLimits
  /** Whether this is the current order. Its button is filled unless orders are selected. */
  current: boolean
  /** Whether orders are selected; then the filled button is the bar's. */
  choosing: boolean
  chosen: boolean
  moving: boolean
  /** Whether a step of the order waits for the network. */
  waits: boolean
  onChoose: (order: Order, upToHere: boolean) => void
  onMove: (order: Order, to: Stage) => void
}

/** An order's card on the desk: number and age, customer and address, amount to collect, and the next step. */
export function DeskCard({
  order,
  now,
  ages,
  current,
  choosing,
  chosen,
  moving,
  waits,
  onChoose,
  onMove,
}: Props) {
  const { _id, number, customer, delivery_address: address, stage } = order
  const minutes = ageInMinutes(order, now)
  const next = NEXT_STAGE[stage]
  return (
    <li
      className={classNames(styles.card, current && styles.current, chosen && styles.chosen)}
      data-checkout={_id}
      data-current={current || undefined}
    >
      <label className={styles.choose}>
        <Checkbox
          aria-label={deskTexts.choose(number)}
          checked={chosen}
          onChange={({ nativeEvent }) =>
            onChoose(order, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
      <div className={styles.number}>
        <Link
          to="/dashboard/desk/$number"
          params={{ number: String(number) }}
          search={(before) => before}
          resetScroll={false}
        >
          #{number}
        </Link>
        <span className={classNames(styles.age, styles[urgency(stage, minutes, ages)])}>
          <Icon icon={Clock} size="small" />
          {formatAge(minutes)}
        </span>
      </div>
      <div className={styles.who}>
        <b>{customer.name}</b>
        {address.address_line && (
          <>
            <span className={styles.line}>{address.address_line}</span>
            <span className={styles.area}>
              {address.city} {address.pincode}
            </span>
          </>
        )}
        <OrderNotes order={order} waits={waits} />
      </div>
      <div className={styles.sum}>
        <b>{formatRupees(payableOf(order))}</b> · {deskTexts.items(order.itemCount)}
        {order.roundOff !== 0 && (
          <small> · {texts.roundedOff(formatSignedRupees(toPaise(order.roundOff)))}</small>
        )}
      </div>
      <OrderPayment order={order} className={styles.payment} />
      <div className={styles.actions}>
        <ReachLinks order={order} className={styles.reach} />
        {next && (
          <Button
            className={classNames(styles.next, current && !choosing && styles.filled)}
            aria-keyshortcuts="n"
            aria-busy={moving}
            onClick={() => onMove(order, next)}
          >
            <span>
              {deskTexts.next[stage]}
              <VisuallyHidden> {deskTexts.order(number)}</VisuallyHidden>
              {next === 'DONE' && order.collectAmt > 0 && (
                <small>
                  {hasOpenClaim(order)
                    ? deskTexts.problem.CLAIM
                    : deskTexts.taken(formatRupees(toPaise(order.collectAmt)))}
                </small>
              )}
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** The notes on a card: problems, remarks, the packer and the promised time. */
function OrderNotes({ order, waits }: { order: Order; waits: boolean }) {
  const { problems = [], staffNote, customer, packer, rider, promisedAt, stage } = order
  const notes = [
    { icon: Hourglass, text: waits && deskTexts.stepWaits },
    ...problems.map((code) => ({ icon: TriangleAlert, text: deskTexts.problem[code] ?? code, bad: true })),
    ...[customer.note, staffNote].map((text) => ({ icon: StickyNote, text })),
    { icon: User, text: stage === 'PACKING' && packer && deskTexts.packing(packer.name) },
    { icon: Bike, text: stage === 'OUT' && rider && deskTexts.withRider(rider) },
    {
      icon: Clock,
      text: stage !== 'DONE' && promisedAt && deskTexts.promised(formatDateTime(promisedAt)),
    },
  ]
  return notes.map(
    ({ icon, text, ...note }, index) =>
      text && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note has no identity but its index
        <span key={index} className={classNames(styles.note, 'bad' in note && styles.problem)}>
          <Icon icon={icon} size="small" />
          {text}
        </span>
      ),
  )
}
