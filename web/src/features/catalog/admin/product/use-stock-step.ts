import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, isMissing, unwrapEnvelope } from '@/lib/api'
import { notify } from '@/lib/notify'
import type { Product } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { patchProductsInCache } from './api'
import { toastProductError } from './product-errors'
import { texts } from './texts'

export type StockChange = {
  /** Pieces more, or fewer. */
  change?: number
  /** Pieces there are. */
  count?: number
  reason?: 'received' | 'damaged' | 'counted'
  note?: string
}

/** Changes the stock of one product; what orders take at the same time stays taken. Throws ApiError. */
export const adjustStock = ({ id, ...body }: StockChange & { id: string }) =>
  unwrapEnvelope(client.PUT('/api/product/stock/{id}', { params: { path: { id } }, body }))

/** Adds or takes pieces of one product, with an offer to undo it. */
export function useStockStep({ _id: id, name }: Product) {
  const queryClient = useQueryClient()
  const stepping = useMutation({
    scope: { id: `product ${id}` },
    mutationFn: (change: number) => adjustStock({ id, change }),
    onSuccess: (saved, change) => {
      patchProductsInCache(queryClient, [saved])
      notify.success(texts.stockStep(name, saved.stock - change, saved.stock), {
        id: `stock ${id}`,
        action: { label: texts.undo, onPress: () => stepping.mutate(-change) },
      })
    },
    onError: (reason) => {
      toastProductError(reason, texts.updateFailed)
      if (isMissing(reason)) void invalidateCatalog(queryClient)
    },
  })
  return (change: number) =>
    stepping.mutateAsync(change).then(
      () => true,
      () => false,
    )
}
