import { useQueryClient } from '@tanstack/react-query'
import { GripVertical, Shapes } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { Picture } from '@/ui/picture'
import { moved, useReorder } from '@/ui/reorder'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type Category, categoriesQuery } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { invalidateCatalog } from '../invalidate-catalog'
import { RowActions } from '../row-actions'
import { texts } from '../texts'
import { deleteCategory, mergeCategory, moveCategory } from './api'
import styles from './category-grid.module.css'

const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

const MergeDialog = lazyDialog(() => import('../merge-dialog'))

const MOVE_CATEGORY = 'move category'

type GridProps = { categories: Category[]; q: string; onEdit: (category: Category) => void }

/** The category cards. They can be reordered by dragging, unless a search hides some of them. */
export function CategoryGrid({ categories, q, onEdit }: GridProps) {
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; category: Category }>()
  const [merging, setMerging] = useState<{ open: boolean; category: Category }>()
  const queryClient = useQueryClient()
  const toneOf = useCategoryTones()
  const moving = useMutation({
    mutationKey: [MOVE_CATEGORY],
    // Mutations of one scope run one after the other, in the order of the moves.
    scope: { id: MOVE_CATEGORY },
    mutationFn: moveCategory,
    onError: (reason) => toastError(reason, { fallback: texts.categoryUpdateFailed }),
    onSettled: async () => {
      // While another move is pending, the server's order would revert it on screen.
      if (queryClient.isMutating({ mutationKey: [MOVE_CATEGORY] }) === 1) await invalidateCatalog(queryClient)
    },
  })
  const move = (id: string, to: number) => {
    const order = moved(
      categories,
      categories.findIndex(({ _id }) => _id === id),
      to,
    )
    // Optimistic update; the server's response follows.
    queryClient.setQueryData(categoriesQuery.queryKey, order)
    moving.mutate({ id, before: order[to + 1]?._id })
  }
  const found = categories.filter(({ name }) => name.toLowerCase().includes(q))
  const { handle, item, announcement } = useReorder({
    ids: categories.map(({ _id }) => _id),
    nameOf: (id) => categories.find(({ _id }) => _id === id)?.name ?? '',
    onMove: move,
    texts: texts.reorder,
  })
  const confirmDelete = async () => {
    if (!pendingDelete) return
    try {
      notify.success(await deleteCategory(pendingDelete.category._id))
      await invalidateCatalog(queryClient)
    } catch (reason) {
      toastError(reason, { fallback: texts.deleteFailed })
    }
  }
  if (found.length === 0) {
    return q ? (
      <EmptyState
        icon={Shapes}
        tone="turmeric"
        title={texts.noMatchingCategories}
        description={texts.noMatchingHint}
      />
    ) : (
      <EmptyState
        icon={Shapes}
        tone="turmeric"
        title={texts.noCategories}
        description={texts.noCategoriesHint}
      />
    )
  }
  // A filtered list cannot be reordered.
  const canReorder = q === '' && categories.length > 1
  return (
    <>
      {canReorder && <p className={styles.hint}>{texts.categoryOrder}</p>}
      <ul className={styles.grid} aria-label={texts.category}>
        {found.map((category) => (
          <li key={category._id} className={styles.card} {...(canReorder && item(category._id))}>
            <Picture
              className={styles.image}
              src={category.image}
              drawing={category.picture}
              name={category.name}
              tone={toneOf(category._id)}
            />
            {canReorder && (
              <button {...handle(category._id)} className={classNames(iconButtonClass(), styles.dragHandle)}>
                <Icon icon={GripVertical} />
              </button>
            )}
            <h2 className={styles.name}>{category.name}</h2>
            <span className={styles.actions}>
              <RowActions
                name={category.name}
                onEdit={() => onEdit(category)}
                onDelete={() => setPendingDelete({ open: true, category })}
                onMerge={categories.length > 1 ? () => setMerging({ open: true, category }) : undefined}
              />
            </span>
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement || (q && texts.found(found.length))}</VisuallyHidden>
      {merging && (
        <MergeDialog
          key={merging.category._id}
          open={merging.open}
          onClose={() => setMerging({ ...merging, open: false })}
          name={merging.category.name}
          options={categories
            .filter(({ _id }) => _id !== merging.category._id)
            .map(({ _id, name }) => ({ value: _id, label: name }))}
          onMerge={(into) => mergeCategory(merging.category._id, into)}
        />
      )}
      {pendingDelete && (
        <DeleteDialog
          open={pendingDelete.open}
          onClose={() => setPendingDelete({ ...pendingDelete, open: false })}
          onConfirm={confirmDelete}
        />
      )}
    </>
  )
}
