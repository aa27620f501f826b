import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { formatRupees, formatSignedRupees } from '@/lib/money'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { texts } from '../../texts'
import { deskTexts } from '../desk-texts'
import { NEXT_STAGE, type Order, type Stage } from '../orders-api'
import { pickListOf } from '../pick-list/pick-list'
import { KINDS } from '../print/paper'
import { PrintLinks } from '../print/print-links'
import { RiderField } from '../rider-field'
import styles from './chosen-bar.module.css'
import { orderSums } from './grouping'

type Props = {
  chosen: Order[]
  moving: boolean
  /** The rider of orders that go out. */
  rider: string
  onRider: (rider: string) => void
  onMove: (orders: Order[], from: Stage, to: Stage) => void
  onClear: () => void
}

/** Replaces the filters while orders are selected: their number, their sums, and their common next step. */
export function ChosenBar({ chosen, moving, rider, onRider, onMove, onClear }: Props) {
  const { items, amount, roundOff, collect, claims } = orderSums(chosen)
  const stages = new Set(chosen.map(({ stage }) => stage))
  const [stage] = stages
  const next = stages.size === 1 && stage && NEXT_STAGE[stage]
  return (
    <div className={styles.bar}>
      <b role="status">{deskTexts.chosen(chosen.length, items, formatRupees(amount))}</b>
      {roundOff !== 0 && <span>{texts.roundedOff(formatSignedRupees(roundOff))}</span>}
      <PrintLinks ids={chosen.map(({ _id }) => _id)} kinds={KINDS} />
      <Link
        to="/dashboard/pick-list"
        search={pickListOf(chosen, undefined)}
        className={buttonClass({ variant: 'outline', size: 'small' })}
        aria-keyshortcuts="l"
      >
        <Icon icon={ListChecks} />
        {deskTexts.pickList}
      </Link>
      {stages.size > 1 && <span>{deskTexts.mixedStages}</span>}
      {next === 'DONE' && claims > 0 && <span role="status">{deskTexts.claims(claims)}</span>}
      {next === 'OUT' && <RiderField value={rider} onChange={onRider} className={styles.rider} />}
      {stage && next && (
        <Button size="small" aria-busy={moving} onClick={() => onMove(chosen, stage, next)}>
          {deskTexts.next[stage]}
          {next === 'DONE' && collect > 0 && ` · ${deskTexts.taken(formatRupees(collect))}`}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        {deskTexts.clear}
      </Button>
    </div>
  )
}
