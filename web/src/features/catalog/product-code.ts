import { client, isMissing, unwrapEnvelope } from '@/lib/api'
import type { components } from '@/schema'
import type { Product } from './api'

const MIN_CODE_LENGTH = 3

/** Reports whether a text can be a whole barcode or SKU: no spaces, and a digit. */
export function looksLikeCode(text: string): boolean {
  return /^\S*\d\S*$/.test(text) && text.length >= MIN_CODE_LENGTH
}

/** Fetches the product with exactly this barcode or SKU, for staff, or undefined. */
export async function productByCode(code: string): Promise<Product | undefined> {
  if (!looksLikeCode(code)) return undefined
  try {
    return await unwrapEnvelope(client.GET('/api/product/code', { params: { query: { code } } }))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Creates an unpublished product from the data on its packet. Idempotent by its key. */
export const addScannedProduct = (body: components['schemas']['CounterProductForm']) =>
  unwrapEnvelope(client.POST('/api/counter/products', { body }))
