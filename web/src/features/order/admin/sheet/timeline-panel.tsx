import {
  Ban,
  Banknote,
  Bell,
  Check,
  Clock,
  type LucideIcon,
  Mail,
  Minus,
  Package,
  Plus,
  Replace,
  ShoppingBasket,
  StickyNote,
  Undo2,
  User,
} from 'lucide-react'
import { formatShopMoment } from '@/lib/order-dates'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import type { Order } from '../orders-api'
import { sheetTexts } from './sheet-texts'
import { timelineEntries } from './timeline'
import styles from './timeline-panel.module.css'

const ICONS: Record<string, LucideIcon> = {
  placed: ShoppingBasket,
  stage: Package,
  status: Package,
  lines: Minus,
  ticked: Check,
  replaced: Replace,
  added: Plus,
  note: StickyNote,
  packer: User,
  promise: Clock,
  paid: Banknote,
  claim: Banknote,
  refund: Banknote,
  refused: Ban,
  canceled: Ban,
  undone: Undo2,
  mail: Mail,
}

/** The history of an order: what happened, who did it and when, newest first. */
export function TimelinePanel({ order }: { order: Order }) {
  return (
    <section className={panelClass({ padded: true })}>
      <h3 className={styles.title}>{sheetTexts.happened}</h3>
      <ol className={styles.trail}>
        {timelineEntries(order.timeline).map(({ key, at, who, what, text }) => (
          <li key={key}>
            <span className={styles.sign}>
              <Icon icon={ICONS[what] ?? Bell} size="small" />
            </span>
            <div>
              <b>{sheetTexts.doer(who)}</b> {text}
              <time dateTime={at}>{formatShopMoment(at)}</time>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
