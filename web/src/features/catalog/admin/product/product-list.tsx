import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '@/lib/api'
import { notify } from '@/lib/notify'
import { lazyDialog } from '@/ui/lazy-dialog'
import type { Product } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { invalidateCatalog } from '../invalidate-catalog'
import { AdminProductCard } from './admin-product-card'
import { deleteProduct, type EditConflict } from './api'
import { BulkActions } from './bulk-actions'
import { toastProductError } from './product-errors'
import styles from './product-list.module.css'
import { texts } from './texts'

const ProductDialog = lazyDialog(() => import('./product-dialog'))
const ConflictDialog = lazyDialog(() => import('./conflict-dialog'))
const DeleteDialog = lazyDialog(() => import('../delete-dialog'))

/** The cards of one page of products, with the dialogs that edit and delete them. Selection is per page. */
export function ProductList({ products }: { products: Product[] }) {
  const queryClient = useQueryClient()
  const toneOf = useCategoryTones()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<{ open: boolean; product: Product }>()
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; id: string }>()
  const [conflict, setConflict] = useState<EditConflict>()
  const select = (id: string, on: boolean) =>
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
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
        <BulkActions products={products} selected={selected} onSelect={(ids) => setSelected(new Set(ids))} />
      )}
      <ul className={styles.grid}>
        {products.map((product) => (
          <AdminProductCard
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
