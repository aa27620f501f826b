import type { Line } from './api'

/** The shopper's instruction for a line that is out of stock when it is packed. */
export type Wish = Line['wish']

/** The instructions, the default first. */
export const WISHES = ['REMOVE', 'CALL', 'REPLACE'] as const satisfies Wish[]

/** Returns the instruction as sent to the server: undefined for the default. */
export const sentWish = (wish: Wish | undefined) => (wish === 'REMOVE' ? undefined : wish)
