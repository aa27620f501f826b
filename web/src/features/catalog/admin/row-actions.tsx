import { Merge, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '@/ui/icon-button'
import { texts } from './texts'

type Props = {
  /** The accessible name of the row. */
  name: string
  onEdit: () => void
  onDelete: () => void
  /** Merges it into another; without it there is no such button. */
  onMerge?: () => void
}

/** The Edit, Merge and Delete buttons of one entry of a list. */
export function RowActions({ name, onEdit, onDelete, onMerge }: Props) {
  return (
    <>
      <IconButton label={texts.editThis(name)} icon={Pencil} title={texts.edit} onClick={onEdit} />
      {onMerge && (
        <IconButton label={texts.mergeThis(name)} icon={Merge} title={texts.merge} onClick={onMerge} />
      )}
      <IconButton
        label={texts.deleteThis(name)}
        icon={Trash2}
        variant="danger"
        title={texts.delete}
        onClick={onDelete}
      />
    </>
  )
}
