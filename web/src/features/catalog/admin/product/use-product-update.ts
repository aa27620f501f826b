import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { invalidateCatalog } from '../invalidate-catalog'
import {
  type EditConflict,
  editConflictFrom,
  type ProductChanges,
  patchProductsInCache,
  updateProduct,
} from './api'
import { toastProductError } from './product-errors'
import { texts } from './texts'
import { VersionChain } from './version-chain'

const versionChain = new VersionChain()

type Edit = { changes: ProductChanges; seen: string }

/**
 * Changes one product, edit after edit in the order they were made. Someone else's edit in between is never
 * overwritten: it is handed to `onConflict`.
 */
export function useProductUpdate(id: string, onConflict: (conflict: EditConflict) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product ${id}` },
    mutationFn: async ({ changes, seen }: Edit) => {
      const sent = versionChain.latest(id, seen)
      const saved = await updateProduct({ _id: id, ...changes, updatedAt: sent })
      versionChain.note(id, sent, saved.updatedAt)
      return saved
    },
    onSuccess: (saved) => {
      patchProductsInCache(queryClient, [saved])
      notify.success(texts.updated)
    },
    onError: (reason) => {
      const conflict = editConflictFrom(reason)
      if (conflict) return onConflict(conflict)
      toastProductError(reason, texts.updateFailed)
      if (reason instanceof ApiError && reason.status === 404) void invalidateCatalog(queryClient)
    },
  })
}
