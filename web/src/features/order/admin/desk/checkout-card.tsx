import { Link } from '@tanstack/react-router'
import { Bike, Clock, Hourglass, StickyNote, TriangleAlert, User } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { formatRoundOff, payableOf } from '../../round-off'
import { texts } from '../../texts'
import { type Checkout, NEXT_STAGE, type Stage } from '../checkouts-api'
import { deskTexts } from '../desk-texts'
import styles from './checkout-card.module.css'
import { CheckoutPayment } from './checkout-payment'
import { type AgeLimits, ageInMinutes, formatAge, urgency } from './grouping'
import { ReachLinks } from './reach-links'

type Props = {
  checkout: Checkout
  now: number
  ages: AgeLimits
  /** Whether this is the current order, whose button is filled unless orders are chosen. */
  current: boolean
  /** Whether orders are chosen, so that the step of all of them is the filled button. */
  choosing: boolean
  chosen: boolean
  moving: boolean
  /** Whether a step of the order waits for the connection. */
  waits: boolean
  onChoose: (checkout: Checkout, upToHere: boolean) => void
  onMove: (checkout: Checkout, to: Stage) => void
}

/** One order on the desk: number and age, who and where, what to collect, and its one step. */
export function CheckoutCard({
  checkout,
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
  const { _id, number, customer, delivery_address: address, stage } = checkout
  const minutes = ageInMinutes(checkout, now)
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
            onChoose(checkout, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
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
        <span className={styles.line}>{address.address_line}</span>
        <span className={styles.area}>
          {address.city} {address.pincode}
        </span>
        <CheckoutNotes checkout={checkout} waits={waits} />
      </div>
      <div className={styles.sum}>
        <b>{formatRupees(payableOf(checkout))}</b> · {deskTexts.items(checkout.itemCount)}
        {checkout.roundOff !== 0 && (
          <small> · {texts.roundedOff(formatRoundOff(toPaise(checkout.roundOff)))}</small>
        )}
      </div>
      <CheckoutPayment checkout={checkout} className={styles.payment} />
      <div className={styles.actions}>
        <ReachLinks checkout={checkout} className={styles.reach} />
        {next && (
          <Button
            className={classNames(styles.next, current && !choosing && styles.filled)}
            aria-keyshortcuts="n"
            aria-busy={moving}
            onClick={() => onMove(checkout, next)}
          >
            <span>
              {deskTexts.next[stage]}
              <VisuallyHidden> {deskTexts.order(number)}</VisuallyHidden>
              {next === 'DONE' && checkout.collectAmt > 0 && (
                <small>{deskTexts.taken(formatRupees(toPaise(checkout.collectAmt)))}</small>
              )}
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** The notes on a card: problems, notes, who has it, and until when. */
function CheckoutNotes({ checkout, waits }: { checkout: Checkout; waits: boolean }) {
  const { problems = [], staffNote, customer, packer, rider, promisedAt, stage } = checkout
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a note has no identity but its place
        <span key={index} className={classNames(styles.note, 'bad' in note && styles.problem)}>
          <Icon icon={icon} size="small" />
          {text}
        </span>
      ),
  )
}
