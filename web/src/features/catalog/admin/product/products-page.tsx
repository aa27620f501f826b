import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LoadingFailed } from '@/ui/loading-failed'
import type { Product } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { ProductsSkeleton } from '../admin-skeletons'
import { invalidateCatalog } from '../invalidate-catalog'
import { ListSearch } from '../list-search'
import { Pager } from '../pager'
import { texts as shared } from '../texts'
import { adminProductsQuery, deleteProduct, type EditConflict } from './api'
import { BulkActions } from './bulk-actions'
import { ProductCard } from './product-card'
import { toastProductError } from './product-errors'
import type { AdminProductFilter } from './product-filter'
import { ProductFilters } from './product-filters'
import { texts } from './texts'

const ProductDialog = lazyDialog(() => import('./product-dialog'))
const ConflictDialog = lazyDialog(() => import('./conflict-dialog'))
const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

type Props = {
  filter: AdminProductFilter
  /** Puts the change into the address; anything but a page begins at the first. */
  onChange: (change: AdminProductFilter) => void
}

/** All products of the shop: search, edit inline or in a dialog, publish, delete. */
export function ProductsPage({ filter, onChange }: Props) {
  useTitle(texts.products)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...adminProductsQuery(filter),
    placeholderData: keepPreviousData,
  })
  const { page = 1 } = filter
  const pages = data?.totalNoPage ?? 0
  // The last product of the last page may have been deleted.
  const beyond = !isPlaceholderData && pages > 0 && page > pages
  useEffect(() => {
    if (beyond) onChange({ page: pages })
  }, [beyond, pages, onChange])
  return (
    <>
      <div className="page-h">
        <h1>{texts.products}</h1>
        <span className="muted" role="status">
          {data && texts.count(data.totalCount)}
        </span>
      </div>
      <div className="tools">
        <ListSearch
          label={texts.search}
          q={filter.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
        />
        <ProductFilters filter={filter} onChange={onChange} />
        <Link to="/dashboard/uploadProduct" className="btn btn--main btn--sm max-md:hidden">
          <Plus className="ic" />
          {texts.uploadProduct}
        </Link>
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          <ProductList key={JSON.stringify(filter)} products={data.products} />
          {data.totalCount === 0 ? (
            <EmptyState
              icon={PackageOpen}
              tone="turmeric"
              title={shared.noData}
              description={Object.values(filter).some(Boolean) ? texts.noMatch : texts.noProducts}
            />
          ) : (
            <Pager page={page} pages={pages} text={texts.page(page, pages)} />
          )}
        </div>
      ) : error ? (
        <LoadingFailed reason={error} title={failureTitle(error)} retry={refetch} />
      ) : (
        <ProductsSkeleton />
      )}
    </>
  )
}

function failureTitle(error: Error): string {
  return error instanceof ApiError && error.status !== 0 ? texts.loadFailed : texts.loadUnanswered
}

function ProductList({ products }: { products: Product[] }) {
  const queryClient = useQueryClient()
  const toneOf = useCategoryTones()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<{ open: boolean; product: Product }>()
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; id: string }>()
  const [conflict, setConflict] = useState<EditConflict>()
  const select = (id: string, on: boolean) =>
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const act = async () => {
    if (!pendingDelete) return
    try {
      await deleteProduct(pendingDelete.id)
      notify.success(texts.deleted)
    } catch (reason) {
      toastProductError(reason, texts.deleteFailed)
      if (!(reason instanceof ApiError && reason.status === 404)) return
    }
    select(pendingDelete.id, false)
    await invalidateCatalog(queryClient)
  }
  return (
    <>
      {products.length > 0 && (
        <BulkActions products={products} selected={selected} onSelect={(ids) => setSelected(new Set(ids))} />
      )}
      <ul className="pgrid">
        {products.map((product) => (
          <ProductCard
            key={product._id}
            product={product}
            tone={toneOf(product.category._id)}
            selected={selected.has(product._id)}
            onSelect={(on) => select(product._id, on)}
            onEdit={() => setEditing({ open: true, product })}
            onDelete={() => setPendingDelete({ open: true, id: product._id })}
            onConflict={setConflict}
          />
        ))}
      </ul>
      {editing && (
        <ProductDialog
          {...editing}
          onClose={() => setEditing({ ...editing, open: false })}
          onConflict={setConflict}
        />
      )}
      {pendingDelete && (
        <DeleteDialog
          open={pendingDelete.open}
          onClose={() => setPendingDelete({ ...pendingDelete, open: false })}
          act={act}
        />
      )}
      {conflict && (
        <ConflictDialog
          key={conflict.current.updatedAt}
          conflict={conflict}
          onConflict={setConflict}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  )
}
