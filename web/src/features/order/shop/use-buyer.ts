import { useState } from 'react'
import { asJson, storedValue } from '@/lib/stored-value'
import type { Buyer } from '../checkout-attempt'

/** The buying business as typed at the checkout. */
export type BuyerDraft = Buyer & {
  /** The form is open; only then is the business sent. */
  open: boolean
  /** It is saved for the next orders. */
  kept: boolean
}

/** The business saved for the next orders. */
const keptBuyer = storedValue(
  'buyer',
  'login',
  asJson((json) => {
    const { name, gstin } = json as Partial<Buyer>
    return typeof name === 'string' && typeof gstin === 'string' ? { name, gstin } : undefined
  }),
)

/** The state of the buying business; starts with the saved one, else empty and closed. */
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
    /** The business to send with the order; undefined for a private person. */
    buyer,
    /** Saves or forgets the business for the next orders; has no effect while the form is closed. */
    keep: () => open && keptBuyer.write(kept ? buyer : undefined),
  }
}
