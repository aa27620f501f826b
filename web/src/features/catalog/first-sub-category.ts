import { useQuery } from '@tanstack/react-query'
import { type SubCategory, subCategoriesQuery } from './api'

/** Finds the sub-category that a category's tile links to; undefined without one. */
export function useFirstSubCategory(): (categoryId: string) => SubCategory | undefined {
  const { data: subCategories } = useQuery(subCategoriesQuery)
  return (categoryId) => subCategories?.find(({ category }) => category._id === categoryId)
}
