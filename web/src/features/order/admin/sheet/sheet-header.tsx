import { ArrowLeft, Clock, EllipsisVertical, X } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Badge } from '@/ui/badge'
import { Icon } from '@/ui/icon'
import { IconButton, iconButtonClass } from '@/ui/icon-button'
import { Menu, menuItemClass } from '@/ui/menu'
import { ageInMinutes, formatAge, urgency } from '../desk/grouping'
import { STAGE_ICONS } from '../desk/stage-icons'
import { useAgeLimits } from '../desk/use-age-limits'
import { useNow } from '../desk/use-now'
import { deskTexts } from '../desk-texts'
import type { Order, Stage } from '../orders-api'
import { STAGES } from '../stages'
import { useMoveStage, useOrderAction } from '../use-order-actions'
import { isCanceled } from './packing'
import { setDeliveryOfAll } from './sheet-api'
import styles from './sheet-header.module.css'
import { sheetTexts } from './sheet-texts'

type Props = { number: string; order: Order | undefined; onClose: () => void }

/** The sheet's header: number, stage with a menu of earlier ones, age, and the close button. */
export function SheetHeader({ number, order, onClose }: Props) {
  return (
    <div className={styles.header}>
      <IconButton icon={ArrowLeft} label={sheetTexts.back} className={styles.back} onClick={onClose} />
      <h2 className={styles.number}>#{number}</h2>
      {order && <StageAndAge order={order} />}
      <span className={styles.actions}>
        {order && <StageMenu order={order} />}
        <IconButton icon={X} label={sheetTexts.close} className={styles.close} onClick={onClose} />
      </span>
    </div>
  )
}

function StageAndAge({ order }: { order: Order }) {
  const { stage } = order
  const minutes = ageInMinutes(order, useNow())
  const ages = useAgeLimits()
  const canceled = isCanceled(order)
  return (
    <>
      <Badge tone={canceled ? 'danger' : stage === 'DONE' ? 'success' : 'warning'} icon={STAGE_ICONS[stage]}>
        {canceled ? deskTexts.canceled : deskTexts.stage[stage]}
      </Badge>
      <span className={classNames(styles.age, styles[urgency(stage, minutes, ages)])}>
        <Icon icon={Clock} size="small" />
        {formatAge(minutes)}
      </span>
    </>
  )
}

/** A menu of the earlier stages; a delivered order can be reopened. Not for canceled orders, which are restored line by line. */
function StageMenu({ order }: { order: Order }) {
  const { _id, version, number, stage, rows: lines } = order
  const move = useMoveStage()
  const reopen = useOrderAction({
    call: setDeliveryOfAll,
    text: () => sheetTexts.reopened,
    fallback: deskTexts.failedToMove,
  })
  const earlier: Stage[] = stage === 'DONE' ? [] : STAGES.slice(0, STAGES.indexOf(stage))
  const delivered = stage === 'DONE' && lines.some(({ delivery_status: status }) => status === 'DELIVERED')
  if (earlier.length === 0 && !delivered) return null
  return (
    <Menu
      label={sheetTexts.otherStage}
      trigger={<Icon icon={EllipsisVertical} />}
      triggerClassName={iconButtonClass()}
    >
      {(close) => (
        <>
          {earlier.map((to) => (
            <button
              key={to}
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                move.mutate({ _id, number, from: stage, to })
              }}
            >
              <Icon icon={STAGE_ICONS[to]} />
              {sheetTexts.putBackTo(deskTexts.stage[to])}
            </button>
          ))}
          {delivered && (
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                reopen.mutate({ _id, version, delivery_status: 'PENDING' })
              }}
            >
              <Icon icon={STAGE_ICONS.OUT} />
              {sheetTexts.reopen}
            </button>
          )}
        </>
      )}
    </Menu>
  )
}
