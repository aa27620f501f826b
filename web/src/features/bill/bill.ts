import type { components } from '@/schema'

/** An issued bill or credit note. Amounts in rupees. */
export type Bill = components['schemas']['Bill']

/** A line of a bill, or the part of it that a credit note refunds. */
export type BillLine = components['schemas']['BillLine']
