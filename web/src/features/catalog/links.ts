import type { LinkProps } from '@tanstack/react-router'
import { slugOf } from '@/lib/slug'
import { texts } from './texts'

/** A category or sub-category as named in a link. */
export type CategoryReference = { _id: string; name: string }

/** Returns the filter for the two ids of a listing's URL; the same id twice means the whole category. */
export function listingScope(category: string, subCategory: string) {
  return subCategory === category ? { category } : { category, subCategory }
}

/** Returns the pseudo sub-category that stands for a whole category; it has the category's id. */
export function wholeCategory(category: CategoryReference): CategoryReference {
  return { _id: category._id, name: texts.all }
}

/** Returns the link to the products of a sub-category. */
export function listingLink(category: CategoryReference, subCategory: CategoryReference) {
  return {
    to: '/$category/$subCategory',
    params: { category: slugOf(category), subCategory: slugOf(subCategory) },
  } as const satisfies LinkProps
}
