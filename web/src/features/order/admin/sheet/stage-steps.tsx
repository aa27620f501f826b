import { Check } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatShopMoment } from '@/lib/order-dates'
import { Alert } from '@/ui/alert'
import { Icon } from '@/ui/icon'
import { deskTexts } from '../desk-texts'
import type { Order } from '../orders-api'
import { STAGES } from '../stages'
import { isCanceled } from './packing'
import { sheetTexts } from './sheet-texts'
import styles from './stage-steps.module.css'

/** The stages of an order up to the current one, or that it was canceled and why. */
export function StageSteps({ order }: { order: Order }) {
  const { stage, createdAt, stageAt, reason } = order
  if (isCanceled(order)) {
    return (
      <Alert tone="danger" role="status">
        {reason ? sheetTexts.canceledBecause(reason) : deskTexts.canceled}
      </Alert>
    )
  }
  const reached = STAGES.indexOf(stage)
  return (
    <ol className={styles.steps} aria-label={sheetTexts.path}>
      {STAGES.map((step, index) => {
        const done = index < reached || stage === 'DONE'
        const now = index === reached && !done
        const at = step === 'NEW' ? createdAt : index === reached ? stageAt : undefined
        return (
          <li
            key={step}
            className={classNames(done && styles.done, now && styles.now)}
            aria-current={index === reached ? 'step' : undefined}
          >
            <i>{done && <Icon icon={Check} size="small" />}</i>
            <b>{stepName(step)}</b>
            {at && <time dateTime={at}>{formatShopMoment(at)}</time>}
          </li>
        )
      })}
    </ol>
  )
}

function stepName(step: (typeof STAGES)[number]): string {
  if (step === 'NEW') return sheetTexts.placed
  return step === 'DONE' ? sheetTexts.delivered : deskTexts.stage[step]
}
