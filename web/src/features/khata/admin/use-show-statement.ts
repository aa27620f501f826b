import { useQueryClient } from '@tanstack/react-query'
import { type KhataStatement, khataListKey, statementQuery } from '../api'

/** Shows a changed account on its page and in the list. */
export function useShowStatement(): (changed: KhataStatement) => void {
  const queryClient = useQueryClient()
  return (changed) => {
    const { queryKey } = statementQuery(changed.customer._id)
    queryClient.setQueryData(queryKey, changed)
    void queryClient.invalidateQueries({ queryKey: khataListKey })
  }
}
