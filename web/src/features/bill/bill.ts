import type { components } from '@/schema'

/** A bill or credit note as it was issued. Amounts in rupees. */
export type Bill = components['schemas']['Bill']

/** A line of a bill, or what a credit note takes back of it. */
export type BillLine = components['schemas']['BillLine']
