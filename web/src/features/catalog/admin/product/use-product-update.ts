import { useQueryClient } from '@tanstack/react-query'
import { isMissing } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
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

type Edit = { changes: ProductChanges; baseVersion: string }

/**
 * Updates one product; edits are sent one after the other. If another user has edited the product in between, the server
 * refuses with both versions, which are passed to `onConflict`.
 */
export function useProductUpdate(id: string, onConflict: (conflict: EditConflict) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product-${id}` },
    mutationFn: async ({ changes, baseVersion }: Edit) => {
      const sent = versionChain.latest(id, baseVersion)
      const saved = await updateProduct({ _id: id, ...changes, updatedAt: sent })
      versionChain.record(id, sent, saved.updatedAt)
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
      if (isMissing(reason)) void invalidateCatalog(queryClient)
    },
  })
}
