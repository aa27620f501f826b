import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import {
  type Conflict,
  conflictOf,
  everythingChanged,
  type ProductChanges,
  showProducts,
  updateProduct,
} from './api'
import { OwnEdits } from './own-edits'
import { tellProductFailure } from './product-errors'
import { texts } from './product-texts'

const ownEdits = new OwnEdits()

type Edit = { changes: ProductChanges; seen: string }

/**
 * Changes one product, edit after edit in the order they were made. Someone else's edit in between is never
 * overwritten: it is handed to `onConflict`.
 */
export function useProductEdit(id: string, onConflict: (conflict: Conflict) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product ${id}` },
    mutationFn: async ({ changes, seen }: Edit) => {
      const sent = ownEdits.latest(id, seen)
      const saved = await updateProduct({ _id: id, ...changes, updatedAt: sent })
      ownEdits.note(id, sent, saved.updatedAt)
      return saved
    },
    onSuccess: (saved) => {
      showProducts(queryClient, [saved])
      notify.success(texts.updated)
    },
    onError: (reason) => {
      const conflict = conflictOf(reason)
      if (conflict) return onConflict(conflict)
      tellProductFailure(reason, texts.updateFailed)
      if (reason instanceof ApiError && reason.status === 404) void everythingChanged(queryClient)
    },
  })
}
