import type { LinkProps } from '@tanstack/react-router'
import { slugOf } from '@/lib/slug'
import { texts } from './texts'

type Named = { _id: string; name: string }

/** Which products the listing of two ids shows; the same id twice means the whole category. */
export function listingScope(category: string, subCategory: string) {
  return subCategory === category ? { category } : { category, subCategory }
}

/** Returns the link to all products of a category: the listing whose second parameter ends in the category's id too. */
export function wholeCategoryLink(category: Named) {
  return listingLink(category, { _id: category._id, name: texts.all })
}

/** Returns the link to a sub-category's products. */
export function listingLink(category: Named, subCategory: Named) {
  return {
    to: '/$category/$subCategory',
    params: { category: slugOf(category), subCategory: slugOf(subCategory) },
  } as const satisfies LinkProps
}
