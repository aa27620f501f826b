import type { LinkProps } from '@tanstack/react-router'
import { slugOf } from '@/lib/slug'

export type Named = { _id: string; name: string }

/** The link to a sub-category's products. */
export function listingLink(category: Named, shelf: Named) {
  return {
    to: '/$category/$subCategory',
    params: { category: slugOf(category), subCategory: slugOf(shelf) },
  } as const satisfies LinkProps
}
