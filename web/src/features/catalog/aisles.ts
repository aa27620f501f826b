import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, type SubCategory, subCategoriesQuery } from './api'

const HUES = 8

type AisleOf = (categoryId: string | undefined) => number | undefined

/** The hue, 1 to 8, that a category gives to all that belongs to it: its place among the categories. */
export function useAisles(): AisleOf {
  const { data: categories } = useQuery(categoriesQuery)
  return (categoryId) => {
    const place = categories?.findIndex(({ _id }) => _id === categoryId) ?? -1
    return place < 0 ? undefined : (place % HUES) + 1
  }
}

/** The sub-category that a press on a category opens; undefined when it has none. */
export function useFirstShelf(): (categoryId: string) => SubCategory | undefined {
  const { data: subCategories } = useQuery(subCategoriesQuery)
  return (categoryId) => subCategories?.find(({ category }) => category._id === categoryId)
}
