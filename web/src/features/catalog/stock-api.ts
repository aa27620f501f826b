import { client, unwrapEnvelope } from '@/lib/api'
import { dayInIndia } from '@/lib/dates'

/** Sets how many pieces of a product can be sold from now on; for managers. */
export const setStock = (productId: string, stock: number) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', { params: { path: { id: productId } }, body: { stock } }),
  )

/** Marks a product as sold out until a day in India some days from now; it comes back by itself. For managers. */
export const setSoldOut = (productId: string, days: number) =>
  unwrapEnvelope(
    client.PUT('/api/product/update/{id}', {
      params: { path: { id: productId } },
      body: { soldOutUntil: soldOutDay(days) },
    }),
  )

/** Returns the day in India some days from now, as the API takes it. */
export const soldOutDay = (days: number): string => dayInIndia(Date.now(), -days)

/** After how many days a product that is sold out can be bought again. */
export const SOLD_OUT_DAYS = [1, 2, 3, 7, 14] as const
