import { ClipboardList, Search, TriangleAlert } from 'lucide-react'
import { formatCount } from '@/lib/count'
import { Chip } from '@/ui/chip'
import { IconButton } from '@/ui/icon-button'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { deskTexts } from '../desk-texts'
import type { OrderCounts } from '../orders-api'
import { OPEN_STAGES, STAGES } from '../stages'
import type { DeskSearch } from './desk-search'
import styles from './stage-chips.module.css'
import { STAGE_ICONS } from './stage-icons'

type Props = {
  shown: DeskSearch['show']
  counts: OrderCounts | undefined
  onShow: (show: DeskSearch['show']) => void
  /** Unfolds the filters on a phone. */
  onFind: () => void
}

/** Chips that filter by stage, with the number of orders, problems first. DONE counts today's orders only. */
export function StageChips({ shown, counts, onShow, onFind }: Props) {
  const open = counts && OPEN_STAGES.reduce((sum, stage) => sum + counts[stage], 0)
  const all = STAGES.map((stage) => ({
    show: stage,
    label: deskTexts.stage[stage],
    icon: STAGE_ICONS[stage],
    count: counts?.[stage],
  }))
  return (
    <fieldset className={styles.chips}>
      <legend>
        <VisuallyHidden>{deskTexts.stages}</VisuallyHidden>
      </legend>
      <IconButton
        variant="outline"
        icon={Search}
        label={deskTexts.findAndFilter}
        className={styles.find}
        onClick={onFind}
      />
      {[
        {
          show: 'PROBLEMS' as const,
          label: deskTexts.problems,
          icon: TriangleAlert,
          count: counts?.PROBLEMS,
        },
        { show: undefined, label: deskTexts.open, icon: ClipboardList, count: open },
        ...all,
      ].map(({ show, label, icon, count }) => (
        <Chip key={label} icon={icon} pressed={shown === show} onClick={() => onShow(show)}>
          {label} {count !== undefined && <b className={styles.count}>{formatCount(count)}</b>}
        </Chip>
      ))}
    </fieldset>
  )
}
