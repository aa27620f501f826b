import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { LoadingFailed } from '@/ui/loading-failed'
import { useAisles } from '../aisles'
import type { Product } from '../api'
import { type Conflict, deleteProduct, everythingChanged, type Managed, managedQuery } from './api'
import { BulkBar } from './bulk-bar'
import { ListSearch } from './list-search'
import { CardsOnTheirWay } from './on-their-way'
import { Pager } from './pager'
import { ProductCard } from './product-card'
import { tellProductFailure } from './product-errors'
import { ProductFilters } from './product-filters'
import { texts } from './product-texts'
import { texts as shared } from './texts'

const ProductDialog = lazy(() => import('./product-dialog'))
const ConflictDialog = lazy(() => import('./conflict-dialog'))
const DeleteDialog = lazy(() => import('./delete-dialog'))

type Props = {
  managed: Managed
  /** Puts the change into the address; anything but a page begins at the first. */
  onChange: (change: Managed) => void
}

/** All products of the shop: search, change in place or in full, publish, remove. */
export function ProductsPage({ managed, onChange }: Props) {
  useTitle(texts.products)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...managedQuery(managed),
    placeholderData: keepPreviousData,
  })
  const { page = 1 } = managed
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
          q={managed.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
        />
        <ProductFilters managed={managed} onChange={onChange} />
        <Link to="/dashboard/uploadProduct" className="btn btn--main btn--sm max-md:hidden">
          <Plus className="ic" />
          {texts.uploadProduct}
        </Link>
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          <ProductList key={JSON.stringify(managed)} products={data.products} />
          {data.totalCount === 0 ? (
            <EmptyState
              sign={PackageOpen}
              aisle={4}
              title={shared.noData}
              hint={Object.values(managed).some(Boolean) ? texts.noMatch : texts.noProducts}
            />
          ) : (
            <Pager page={page} pages={pages} text={texts.page(page, pages)} />
          )}
        </div>
      ) : error ? (
        <LoadingFailed reason={error} title={failureTitle(error)} retry={refetch} />
      ) : (
        <CardsOnTheirWay />
      )}
    </>
  )
}

function failureTitle(error: Error): string {
  return error instanceof ApiError && error.status !== 0 ? texts.loadFailed : texts.loadUnanswered
}

function ProductList({ products }: { products: Product[] }) {
  const queryClient = useQueryClient()
  const aisleOf = useAisles()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<{ open: boolean; product: Product }>()
  const [doomed, setDoomed] = useState<{ open: boolean; id: string }>()
  const [conflict, setConflict] = useState<Conflict>()
  const select = (id: string, on: boolean) =>
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const act = async () => {
    if (!doomed) return
    try {
      await deleteProduct(doomed.id)
      notify.success(texts.deleted)
    } catch (reason) {
      tellProductFailure(reason, texts.deleteFailed)
      if (!(reason instanceof ApiError && reason.status === 404)) return
    }
    select(doomed.id, false)
    await everythingChanged(queryClient)
  }
  return (
    <>
      {products.length > 0 && (
        <BulkBar products={products} selected={selected} onSelect={(ids) => setSelected(new Set(ids))} />
      )}
      <ul className="pgrid">
        {products.map((product) => (
          <ProductCard
            key={product._id}
            product={product}
            aisle={aisleOf(product.category._id)}
            selected={selected.has(product._id)}
            onSelect={(on) => select(product._id, on)}
            onEdit={() => setEditing({ open: true, product })}
            onDelete={() => setDoomed({ open: true, id: product._id })}
            onConflict={setConflict}
          />
        ))}
      </ul>
      <Suspense>
        {editing && (
          <ProductDialog
            {...editing}
            onClose={() => setEditing({ ...editing, open: false })}
            onConflict={setConflict}
          />
        )}
        {doomed && (
          <DeleteDialog open={doomed.open} onClose={() => setDoomed({ ...doomed, open: false })} act={act} />
        )}
        {conflict && (
          <ConflictDialog
            key={conflict.current.updatedAt}
            conflict={conflict}
            onConflict={setConflict}
            onClose={() => setConflict(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
