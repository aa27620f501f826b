/** The pages that an owner can write, in the order of the footer. */
export const PAGE_NAMES = ['about', 'delivery', 'returns', 'privacy', 'terms'] as const
export type PageName = (typeof PAGE_NAMES)[number]
