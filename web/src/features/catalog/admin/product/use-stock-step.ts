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

/** The product, and how many of its pieces are reserved by orders. */
export type AdjustedProduct = Awaited<ReturnType<typeof adjustStock>>

/** A change of stock: exactly one of these. */
export type StockChange = {
  /** The pieces to add; negative to remove. */
  change?: number
  /** The counted pieces. */
  count?: number
  /** The grams to add, for products sold by weight. */
  changeGrams?: number
  countGrams?: number
  reason?: 'received' | 'damaged' | 'counted'
  note?: string
}

/**
 * Changes the stock of one product. Pieces taken by orders in the meantime stay deducted. Idempotent by `key`. Throws
 * ApiError.
 */
export const adjustStock = ({ id, key, ...body }: StockChange & { id: string; key: string }) =>
  unwrapEnvelope(
    client.PUT('/api/product/stock/{id}', {
      params: { path: { id }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** A press: the pieces to add (negative to remove), and the idempotency key. */
export type StockStep = { change: number; key: string }

/** Adds or removes pieces of one product, with an Undo action in the toast. */
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
