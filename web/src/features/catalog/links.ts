import type { LinkProps } from '@tanstack/react-router'
import { slugOf } from '@/lib/slug'
import { texts } from './texts'

/** A category or sub-category, as far as a link names it. */
export type CategoryReference = { _id: string; name: string }

/** Which products the listing of two ids shows; the same id twice means the whole category. */
export function listingScope(category: string, subCategory: string) {
  return subCategory === category ? { category } : { category, subCategory }
}

/** Returns what stands for all products of a category in the place of a sub-category: it has the category's id too. */
export function wholeCategory(category: CategoryReference): CategoryReference {
  return { _id: category._id, name: texts.all }
}

/** Returns the link to a sub-category's products. */
export function listingLink(category: CategoryReference, subCategory: CategoryReference) {
  return {
    to: '/$category/$subCategory',
    params: { category: slugOf(category), subCategory: slugOf(subCategory) },
  } as const satisfies LinkProps
}
