import { useQueryClient } from '@tanstack/react-query'
import { type KhataStatement, khataListKey, statementQuery } from '../api'

/** Returns a function that writes a changed account into the cache and refetches the list. */
export function useShowStatement(): (changed: KhataStatement) => void {
  const queryClient = useQueryClient()
  return (changed) => {
    const { queryKey } = statementQuery(changed.customer._id)
    queryClient.setQueryData(queryKey, changed)
    void queryClient.invalidateQueries({ queryKey: khataListKey })
  }
}
