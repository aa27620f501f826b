import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from './api'

const HUES = 8

type AisleOf = (categoryId: string | undefined) => number | undefined

/** The hue, 1 to 8, that a category gives to all that belongs to it: its index among the categories. */
export function useAisles(): AisleOf {
  const { data: categories } = useQuery(categoriesQuery)
  return (categoryId) => {
    const index = categories?.findIndex(({ _id }) => _id === categoryId) ?? -1
    return index < 0 ? undefined : (index % HUES) + 1
  }
}
