import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { GripVertical, Pencil, Plus, Shapes, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import { Picture } from '@/ui/picture'
import { moved, useReorder } from '@/ui/reorder'
import { type Category, categoriesQuery } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { CategoriesSkeleton } from '../admin-skeletons'
import { invalidateCatalog } from '../invalidate-catalog'
import { ListSearch } from '../list-search'
import { texts } from '../texts'
import { deleteCategory, moveCategory } from './api'

const CategoryDialog = lazyDialog(() => import('./category-dialog'))
const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

const MOVE_CATEGORY = 'moving categories'

type Props = { q: string; onSearch: (q: string) => void }
type Editing = { open: boolean; category?: Category }

/** The shop's categories: add, change, remove, put in order. */
export function CategoryPage({ q, onSearch }: Props) {
  useTitle(texts.category)
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  const [editing, setEditing] = useState<Editing>()
  const edit = (category?: Category) => setEditing({ open: true, category })
  return (
    <>
      <div className="page-h">
        <h1>{texts.category}</h1>
        <button type="button" className="btn btn--main btn--sm" onClick={() => edit()}>
          <Plus className="ic" />
          {texts.addCategory}
        </button>
      </div>
      <div className="tools">
        <ListSearch label={texts.searchCategories} q={q} onSearch={onSearch} />
      </div>
      {categories ? (
        <CategoryGrid categories={categories} q={q.trim().toLowerCase()} onEdit={edit} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <CategoriesSkeleton />
      )}
      {editing && <CategoryDialog {...editing} onClose={() => setEditing({ ...editing, open: false })} />}
    </>
  )
}

type GridProps = { categories: Category[]; q: string; onEdit: (category: Category) => void }

function CategoryGrid({ categories, q, onEdit }: GridProps) {
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; category: Category }>()
  const queryClient = useQueryClient()
  const toneOf = useCategoryTones()
  const moving = useMutation({
    mutationKey: [MOVE_CATEGORY],
    // One after the other, in the order of the moves.
    scope: { id: MOVE_CATEGORY },
    mutationFn: moveCategory,
    onError: (reason) => toastError(reason, { fallback: texts.categoryUpdateFailed }),
    onSettled: async () => {
      // While another move waits, the server's order is not yet the one that was made.
      if (queryClient.isMutating({ mutationKey: [MOVE_CATEGORY] }) === 1) await invalidateCatalog(queryClient)
    },
  })
  const move = (id: string, to: number) => {
    const order = moved(
      categories,
      categories.findIndex(({ _id }) => _id === id),
      to,
    )
    // Shown at once; what the server says follows.
    queryClient.setQueryData(categoriesQuery.queryKey, order)
    moving.mutate({ id, before: order[to + 1]?._id })
  }
  const found = categories.filter(({ name }) => name.toLowerCase().includes(q))
  const { handle, item, said } = useReorder({
    ids: categories.map(({ _id }) => _id),
    nameOf: (id) => categories.find(({ _id }) => _id === id)?.name ?? '',
    onMove: move,
    words: texts.reorder,
  })
  const act = async () => {
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
  // A part of the list has no order of its own.
  const whole = q === '' && categories.length > 1
  return (
    <>
      {whole && <p className="muted small ccards__hint">{texts.categoryOrder}</p>}
      <ul className="ccards" aria-label={texts.category}>
        {found.map((category) => (
          <li key={category._id} className="ccard" {...(whole && item(category._id))}>
            <Picture src={category.image} name={category.name} tone={toneOf(category._id)} />
            {whole && (
              <button {...handle(category._id)} className="iconbtn ccard__grip">
                <GripVertical className="ic" />
              </button>
            )}
            <h2 className="ccard__name">{category.name}</h2>
            <span className="ccard__acts">
              <button
                type="button"
                className="iconbtn"
                aria-label={texts.editThis(category.name)}
                title={texts.edit}
                onClick={() => onEdit(category)}
              >
                <Pencil className="ic" />
              </button>
              <button
                type="button"
                className="iconbtn iconbtn--danger"
                aria-label={texts.deleteThis(category.name)}
                title={texts.delete}
                onClick={() => setPendingDelete({ open: true, category })}
              >
                <Trash2 className="ic" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {said || (q && texts.found(found.length))}
      </p>
      {pendingDelete && (
        <DeleteDialog
          open={pendingDelete.open}
          onClose={() => setPendingDelete({ ...pendingDelete, open: false })}
          act={act}
        />
      )}
    </>
  )
}
