import { useState } from 'react'
import { asJson, storedValue } from '@/lib/stored-value'
import type { Buyer } from '../checkout-attempt'

/** The business of the next order as it is typed. */
export type BuyerDraft = Buyer & {
  /** The line is open: only then the business is sent. */
  open: boolean
  /** It is filled in for the next order. */
  kept: boolean
}

/** The business that was kept for the next orders. */
const keptBuyer = storedValue(
  'buyer',
  'login',
  asJson((json) => {
    const { name, gstin } = json as Partial<Buyer>
    return typeof name === 'string' && typeof gstin === 'string' ? { name, gstin } : undefined
  }),
)

/** The business that buys, if any: as it was kept, else empty and closed. */
export function useBuyer() {
  const [draft, setDraft] = useState<BuyerDraft>(() => {
    const kept = keptBuyer.read()
    return { name: '', gstin: '', ...kept, open: kept !== undefined, kept: true }
  })
  const { name, gstin, open, kept } = draft
  const typed = { name: name.trim(), gstin: gstin.trim() }
  const buyer = open && (typed.name || typed.gstin) ? typed : undefined
  return {
    draft,
    setDraft,
    /** What is sent with the order; undefined for a person. */
    buyer,
    /** Keeps the business for the next orders, or forgets it; an order of a person changes nothing. */
    keep: () => open && keptBuyer.write(kept ? buyer : undefined),
  }
}
