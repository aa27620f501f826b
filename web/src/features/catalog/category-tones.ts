import { useQuery } from '@tanstack/react-query'
import { type Tone, toneAt } from '@/ui/tone'
import { categoriesQuery } from './api'

/** Returns a function that finds the hue of a category, by the category's index. */
export function useCategoryTones(): (categoryId: string | undefined) => Tone | undefined {
  const { data: categories } = useQuery(categoriesQuery)
  return (categoryId) => {
    const index = categories?.findIndex(({ _id }) => _id === categoryId) ?? -1
    return index < 0 ? undefined : toneAt(index)
  }
}
