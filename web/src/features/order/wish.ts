import type { Line } from './api'

/** What to do about a line that is out of stock when it is packed. */
export type Wish = Line['wish']

/** The wishes, what happens unless the shopper says otherwise first. */
export const WISHES = ['REMOVE', 'CALL', 'REPLACE'] as const satisfies Wish[]

/** Returns the wish as a request sends it: nothing for what happens anyway. */
export const sentWish = (wish: Wish | undefined) => (wish === 'REMOVE' ? undefined : wish)
