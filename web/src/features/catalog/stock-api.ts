import { client, unwrapEnvelope } from '@/lib/api'

/** Sets how many pieces of a product can be sold from now on; for managers. */
export const setStock = (productId: string, stock: number) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', { params: { path: { id: productId } }, body: { stock } }),
  )
