import { useQuery } from '@tanstack/react-query'
import { type SubCategory, subCategoriesQuery } from './api'

/** Returns a function that finds the sub-category to which a category's tile links; undefined if there is none. */
export function useFirstSubCategory(): (categoryId: string) => SubCategory | undefined {
  const { data: subCategories } = useQuery(subCategoriesQuery)
  return (categoryId) => subCategories?.find(({ category }) => category._id === categoryId)
}
