import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isMissing } from '@/lib/api'
import { notify } from '@/lib/notify'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { Product } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { invalidateCatalog } from '../invalidate-catalog'
import { AdminProductCard } from './admin-product-card'
import { deleteProduct, type EditConflict } from './api'
import { BulkActions } from './bulk-actions'
import type { BulkField } from './bulk-api'
import { toastProductError } from './product-errors'
import type { AdminProductFilter } from './product-filter'
import styles from './product-list.module.css'
import { texts } from './texts'

const StockDialog = lazyDialog(() => import('./stock-dialog'))
const BulkDialog = lazyDialog(() => import('./bulk-dialog'))
const ProductDialog = lazyDialog(() => import('./product-dialog'))
const ConflictDialog = lazyDialog(() => import('./conflict-dialog'))
const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

type Props = {
  products: Product[]
  /** The days that each product's stock lasts, by id, in the list of products that run out. */
  daysLeft: ReadonlyMap<string, number>
  filter: AdminProductFilter
  totalCount: number
}

/** The product cards of one page, with the dialogs to edit and delete. A selection covers the page or all matches. */
export function ProductList({ products, daysLeft, filter, totalCount }: Props) {
  const queryClient = useQueryClient()
  const toneOf = useCategoryTones()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const selectAllRef = useRef<HTMLInputElement>(null)
  const [bulk, setBulk] = useState<{ open: boolean; field: BulkField }>()
  const [stockOf, setStockOf] = useState<{ open: boolean; product: Product }>()
  const [editing, setEditing] = useState<{ open: boolean; product: Product }>()
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; id: string }>()
  const [conflict, setConflict] = useState<EditConflict>()
  const select = (id: string, on: boolean) => {
    setAll(false)
    setSelected(
      (before) => new Set(on ? [...before, id] : [...before].filter((selectedId) => selectedId !== id)),
    )
  }
  const selectOnly = (ids: string[]) => {
    setAll(false)
    setSelected(new Set(ids))
  }
  const confirmDelete = async () => {
    if (!pendingDelete) return
    try {
      await deleteProduct(pendingDelete.id)
      notify.success(texts.deleted)
    } catch (reason) {
      toastProductError(reason, texts.deleteFailed)
      if (!isMissing(reason)) return
    }
    select(pendingDelete.id, false)
    await invalidateCatalog(queryClient)
  }
  return (
    <>
      {products.length > 0 && (
        <BulkActions
          selectAllRef={selectAllRef}
          products={products}
          selected={selected}
          onSelect={selectOnly}
          // A bulk change cannot filter by products that run out, so "select all" is not offered.
          allCount={filter.stock === 'ending' || totalCount <= products.length ? undefined : totalCount}
          all={all}
          onSelectAll={() => {
            setSelected(new Set(products.map(({ _id }) => _id)))
            setAll(true)
          }}
          onChange={(field) => setBulk({ open: true, field })}
        />
      )}
      {products.length > 0 && (
        <div className={styles.columns} aria-hidden="true">
          <span>{texts.columns.product}</span>
          <span>{texts.columns.tax}</span>
          <span>{texts.columns.price}</span>
          <span>{texts.columns.discount}</span>
          <span>{texts.columns.pays}</span>
          <span>{texts.columns.stock}</span>
          <span>{texts.columns.onSale}</span>
        </div>
      )}
      <ul className={styles.grid}>
        {products.map((product) => (
          <AdminProductCard
            key={product._id}
            product={product}
            tone={toneOf(product.category._id)}
            selected={selected.has(product._id)}
            onSelect={(on) => select(product._id, on)}
            daysLeft={daysLeft.get(product._id)}
            onHistory={() => setStockOf({ open: true, product })}
            onEdit={() => setEditing({ open: true, product })}
            onDelete={() => setPendingDelete({ open: true, id: product._id })}
            onConflict={setConflict}
          />
        ))}
      </ul>
      {bulk && (
        <BulkDialog
          key={bulk.field}
          {...bulk}
          target={all ? { filter } : { ids: products.map(({ _id }) => _id).filter((id) => selected.has(id)) }}
          onClose={() => setBulk({ ...bulk, open: false })}
          onDone={() => selectOnly([])}
          finalFocus={() => (selected.size > 0 ? null : selectAllRef.current)}
        />
      )}
      {stockOf && (
        <StockDialog
          key={stockOf.product._id}
          open={stockOf.open}
          product={products.find(({ _id }) => _id === stockOf.product._id) ?? stockOf.product}
          onClose={() => setStockOf({ ...stockOf, open: false })}
        />
      )}
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
          onConfirm={confirmDelete}
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
