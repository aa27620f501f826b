import { Check } from 'lucide-react'
import { formatShopMoment } from '@/lib/order-dates'
import { Icon } from '@/ui/icon'
import type { OwnOrder, Stage } from './own-orders'
import styles from './stage-path.module.css'
import { statusTexts } from './status-texts'

const STEP_OF: Record<Stage, number> = { NEW: 0, PACKING: 1, PACKED: 1, OUT: 2, DONE: 4 }

/** The four stages of an order from placed to delivered, with the times of the first and the current one. */
export function StagePath({ order: { stage, stageAt, createdAt } }: { order: OwnOrder }) {
  const now = STEP_OF[stage]
  const steps = [
    statusTexts.placed,
    stage === 'PACKING' ? statusTexts.packing : statusTexts.packed,
    statusTexts.onTheWay,
    statusTexts.delivered,
  ]
  return (
    <ol className={styles.path} aria-label={statusTexts.path}>
      {steps.map((name, step) => {
        const time = step === 0 ? createdAt : step === now ? stageAt : null
        return (
          <li
            key={name}
            className={step < now ? styles.done : step === now ? styles.now : undefined}
            aria-current={step === now ? 'step' : undefined}
          >
            <span className={styles.dot}>{step < now && <Icon icon={Check} size="small" />}</span>
            <b>{name}</b>
            {time && <time dateTime={time}>{formatShopMoment(time)}</time>}
          </li>
        )
      })}
    </ol>
  )
}
