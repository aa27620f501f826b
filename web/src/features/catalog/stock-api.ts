import { client, unwrapEnvelope } from '@/lib/api'
import { dayInIndia } from '@/lib/dates'

/** Sets the sellable stock of a product; for managers. */
export const setStock = (productId: string, stock: number) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', { params: { path: { id: productId } }, body: { stock } }),
  )

/** Marks a product as sold out until a day in India, `days` from now; after it the product is sold again. For managers. */
export const setSoldOut = (productId: string, days: number) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', {
      params: { path: { id: productId } },
      body: { soldOutUntil: soldOutDay(days) },
    }),
  )

/** Returns the day in India `days` from now, in the API's format. */
export const soldOutDay = (days: number): string => dayInIndia(Date.now(), -days)

/** The choices for how many days a product stays sold out. */
export const SOLD_OUT_DAYS = [1, 2, 3, 7, 14] as const
