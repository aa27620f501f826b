import type { Paise } from '@/lib/money'
import { asJson, storedValue } from '@/lib/stored-value'

/** A cash order that could not be sent, kept until the network is back and the shopper confirms it again. */
export type KeptOrder = { key: string; body: string; count: number; total: Paise }

/** The order kept in this browser, if any. */
export const keptOrder = storedValue(
  'keptOrder',
  'work',
  asJson((json) => (json as KeptOrder | null) ?? undefined),
)
