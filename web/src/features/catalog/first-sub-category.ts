import { useQuery } from '@tanstack/react-query'
import { type SubCategory, subCategoriesQuery } from './api'

/** Returns a lookup of the sub-category that a category's tile links to: undefined for an empty category. */
export function useFirstSubCategory(): (categoryId: string) => SubCategory | undefined {
  const { data: subCategories } = useQuery(subCategoriesQuery)
  return (categoryId) => subCategories?.find(({ category }) => category._id === categoryId)
}
