import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { SearchField } from '@/ui/search-field'
import { Toolbar } from '@/ui/toolbar'
import { type Category, categoriesQuery } from '../../api'
import { texts } from '../texts'
import { CategoriesSkeleton } from './categories-skeleton'
import { CategoryGrid } from './category-grid'

const CategoryDialog = lazyDialog(() => import('./category-dialog'))

type Props = { q: string; onSearch: (q: string) => void }
type Editing = { open: boolean; category?: Category }

/** The shop's categories: create, edit, delete, reorder. */
export function CategoryPage({ q, onSearch }: Props) {
  useTitle(texts.category)
  const { data: categories, error, refetch } = useQuery(categoriesQuery)
  const [editing, setEditing] = useState<Editing>()
  const edit = (category?: Category) => setEditing({ open: true, category })
  return (
    <>
      <PageHeader title={texts.category}>
        <Button size="small" icon={Plus} onClick={() => edit()}>
          {texts.addCategory}
        </Button>
      </PageHeader>
      <Toolbar>
        <SearchField label={texts.searchCategories} query={q} onSearch={onSearch} />
      </Toolbar>
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
