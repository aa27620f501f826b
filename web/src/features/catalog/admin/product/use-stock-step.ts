import { useQueryClient } from '@tanstack/react-query'
import { client, isMissing, unwrapEnvelope } from '@/lib/api'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import type { Product } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { patchProductsInCache } from './api'
import { toastProductError } from './product-errors'
import { texts } from './texts'

/** The product, and how many pieces of what was counted wait for orders. */
export type AdjustedProduct = Awaited<ReturnType<typeof adjustStock>>

/** A change of stock: `change` or `count`, one of them. */
export type StockChange = {
  /** Pieces more, or fewer. */
  change?: number
  /** Pieces there are. */
  count?: number
  /** Of what is sold by weight, in place of either. */
  changeGrams?: number
  countGrams?: number
  reason?: 'received' | 'damaged' | 'counted'
  note?: string
}

/**
 * Changes the stock of one product; what orders take at the same time stays taken. However often it is sent with one
 * key, it happens once. Throws ApiError.
 */
export const adjustStock = ({ id, key, ...body }: StockChange & { id: string; key: string }) =>
  unwrapEnvelope(
    client.PUT('/api/product/stock/{id}', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** One press: pieces more (fewer if negative), and the idempotency key it is sent with. */
export type StockStep = { change: number; key: string }

/** Adds or takes pieces of one product, with an offer to undo it. */
export function useStockStep({ _id: id, name }: Product) {
  const queryClient = useQueryClient()
  const stepping = useMutation({
    scope: { id: `product-${id}` },
    mutationFn: ({ change, key }: StockStep) => adjustStock({ id, change, key }),
    onSuccess: (saved, { change }) => {
      patchProductsInCache(queryClient, [saved])
      const undo = { change: -change, key: newIdempotencyKey() }
      notify.success(texts.stockStep(name, saved.stock - change, saved.stock), {
        id: `stock-${id}`,
        action: { label: texts.undo, onPress: () => stepping.mutate(undo) },
      })
    },
    onError: (reason) => {
      toastProductError(reason, texts.updateFailed)
      if (isMissing(reason)) void invalidateCatalog(queryClient)
    },
  })
  return (step: StockStep) =>
    stepping.mutateAsync(step).then(
      () => true,
      () => false,
    )
}
