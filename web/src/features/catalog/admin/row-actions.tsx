import { type LucideIcon, Merge, Pencil, Trash2 } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import styles from './row-actions.module.css'
import { texts } from './texts'

type Props = {
  /** The row's name, for accessible labels. */
  name: string
  onEdit: () => void
  onDelete: () => void
  /** Merges the entry into another; undefined hides the button. */
  onMerge?: () => void
}

/** The Edit, Merge and Delete buttons of a list entry, with visible labels. */
export function RowActions({ name, onEdit, onDelete, onMerge }: Props) {
  return (
    <>
      <Action label={texts.editThis(name)} word={texts.edit} icon={Pencil} onClick={onEdit} />
      {onMerge && <Action label={texts.mergeThis(name)} word={texts.merge} icon={Merge} onClick={onMerge} />}
      <Action label={texts.deleteThis(name)} word={texts.delete} icon={Trash2} danger onClick={onDelete} />
    </>
  )
}

type ActionProps = { label: string; word: string; icon: LucideIcon; danger?: boolean; onClick: () => void }

function Action({ label, word, icon, danger, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={classNames(iconButtonClass(danger ? 'danger' : 'plain'), styles.action)}
      aria-label={label}
      onClick={onClick}
    >
      <Icon icon={icon} />
      <span>{word}</span>
    </button>
  )
}
