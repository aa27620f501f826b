/** The pages that an owner can write, in footer order. */
export const PAGE_NAMES = ['about', 'delivery', 'returns', 'privacy', 'terms'] as const
export type PageName = (typeof PAGE_NAMES)[number]
