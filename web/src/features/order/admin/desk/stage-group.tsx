import type { ReactNode } from 'react'
import { formatRupees } from '@/lib/money'
import { Icon } from '@/ui/icon'
import { textLinkClass } from '@/ui/text-link'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { deskTexts } from '../desk-texts'
import { NEXT_STAGE, type Stage } from '../orders-api'
import { RiderField } from '../rider-field'
import { ageInMinutes, formatAge, type Group, orderSums } from './grouping'
import styles from './stage-group.module.css'
import { STAGE_ICONS } from './stage-icons'

type Props = {
  group: Group
  now: number
  moving: boolean
  /** The rider of orders that leave this stage by a card's button or N; undefined if another control asks for the rider. */
  rider: string | undefined
  onRider: (rider: string) => void
  onMoveAll: (group: Group, to: Stage) => void
  onChooseAll: (group: Group) => void
  children: ReactNode
}

/** The orders of one stage. New orders can be accepted together, others selected together. */
export function StageGroup(props: Props) {
  const { group, now, moving, rider, onRider, onMoveAll, onChooseAll, children } = props
  const { stage, orders } = group
  const [first] = orders
  const next = NEXT_STAGE[stage]
  const id = `stage-${stage}`
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 id={id}>
          <Icon icon={STAGE_ICONS[stage]} />
          {deskTexts.stage[stage]} {orders.length}
        </h2>
        {stage === 'NEW' && first && <span>{deskTexts.waited(formatAge(ageInMinutes(first, now)))}</span>}
        {stage === 'NEW' && next && orders.length > 1 && (
          <button
            type="button"
            className={textLinkClass}
            aria-busy={moving}
            onClick={() => onMoveAll(group, next)}
          >
            {deskTexts.moveAll(deskTexts.next[stage], orders.length, formatRupees(orderSums(orders).amount))}
          </button>
        )}
        {stage !== 'NEW' && orders.length > 1 && (
          <button type="button" className={textLinkClass} onClick={() => onChooseAll(group)}>
            {deskTexts.chooseAll(orders.length)}
            <VisuallyHidden> {deskTexts.stage[stage]}</VisuallyHidden>
          </button>
        )}
      </div>
      {next === 'OUT' && rider !== undefined && (
        <RiderField value={rider} onChange={onRider} className={styles.rider} />
      )}
      <ul className={styles.cards}>{children}</ul>
    </section>
  )
}
