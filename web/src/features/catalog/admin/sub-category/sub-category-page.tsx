import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListTree, Plus } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { TABLET, useMediaQuery } from '@/lib/use-media-query'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { SearchField } from '@/ui/search-field'
import { Toolbar } from '@/ui/toolbar'
import { type SubCategory, subCategoriesQuery } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { paginate } from '../paginate'
import { texts } from '../texts'
import { deleteSubCategory, mergeSubCategory } from './api'
import { SubCategoryCards, SubCategoryTable } from './sub-category-rows'

const SubCategoryDialog = lazyDialog(() => import('./sub-category-dialog'))
const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

const MergeDialog = lazyDialog(() => import('../merge-dialog'))

const PAGE_SIZE = 5

type Props = { q: string; page: number; onSearch: (q: string) => void }
type Editing = { open: boolean; subCategory?: SubCategory }

/** The shop's sub-categories: create, edit, delete. */
export function SubCategoryPage({ q, page, onSearch }: Props) {
  useTitle(texts.subCategory)
  const { data: subCategories, error, refetch } = useQuery(subCategoriesQuery)
  const [editing, setEditing] = useState<Editing>()
  const edit = (subCategory?: SubCategory) => setEditing({ open: true, subCategory })
  const query = q.trim().toLowerCase()
  return (
    <>
      <PageHeader title={texts.subCategory}>
        <Button size="small" icon={Plus} onClick={() => edit()}>
          {texts.addSubCategory}
        </Button>
      </PageHeader>
      <Toolbar>
        <SearchField label={texts.searchSubCategories} query={q} onSearch={onSearch} />
      </Toolbar>
      {subCategories ? (
        <SubCategoryList
          all={subCategories}
          found={subCategories.filter(({ name }) => name.toLowerCase().includes(query))}
          searched={query !== ''}
          requestedPage={page}
          onEdit={edit}
        />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={PAGE_SIZE} />
      )}
      {editing && <SubCategoryDialog {...editing} onClose={() => setEditing({ ...editing, open: false })} />}
    </>
  )
}

type ListProps = {
  all: SubCategory[]
  found: SubCategory[]
  searched: boolean
  requestedPage: number
  onEdit: (subCategory: SubCategory) => void
}

function SubCategoryList({ all, found, searched, requestedPage, onEdit }: ListProps) {
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; id: string }>()
  const [merging, setMerging] = useState<{ open: boolean; row: SubCategory }>()
  const queryClient = useQueryClient()
  const wide = useMediaQuery(TABLET)
  const confirmDelete = async () => {
    if (!pendingDelete) return
    try {
      notify.success(await deleteSubCategory(pendingDelete.id))
      await invalidateCatalog(queryClient)
    } catch (reason) {
      toastError(reason, { fallback: texts.deleteFailed, offline: texts.failed })
    }
  }
  if (found.length === 0) {
    const hint = searched ? texts.noMatchingHint : texts.noSubCategoriesHint
    return <EmptyState icon={ListTree} tone="turmeric" title={texts.noData} description={hint} />
  }
  const { rows, from, to, page, pages } = paginate(found, requestedPage, PAGE_SIZE)
  const Rows = wide ? SubCategoryTable : SubCategoryCards
  return (
    <>
      <Rows
        rows={rows}
        from={from}
        onEdit={onEdit}
        onDelete={({ _id }) => setPendingDelete({ open: true, id: _id })}
        onMerge={(row) => setMerging({ open: true, row })}
      />
      <Pager page={page} pages={pages} summary={texts.showing(from, to, found.length)} numbered />
      {merging && (
        <MergeDialog
          key={merging.row._id}
          open={merging.open}
          onClose={() => setMerging({ ...merging, open: false })}
          name={merging.row.name}
          options={all
            .filter(({ _id }) => _id !== merging.row._id)
            .map(({ _id, name, category }) => ({ value: _id, label: `${category?.name}, ${name}` }))}
          onMerge={(into) => mergeSubCategory(merging.row._id, into)}
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
