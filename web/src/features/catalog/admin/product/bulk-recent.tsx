import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { textStyles } from '@/ui/text-styles'
import { invalidateCatalog } from '../invalidate-catalog'
import { recentBulkQuery, undoBulkChange } from './bulk-api'
import styles from './bulk-recent.module.css'
import { bulkTexts } from './bulk-texts'

/** Undoes a bulk change, and names the products that it kept because they were edited since. */
export function useBulkUndo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: undoBulkChange,
    onSuccess: ({ restored, kept, names, toCount }) => {
      notify.success(bulkTexts.undone(restored))
      if (kept > 0) notify.error(bulkTexts.kept(kept, names.join(', ')))
      if (toCount.length > 0) notify.error(bulkTexts.toCount(toCount.join(', ')))
    },
    onError: (reason) => toastError(reason, { fallback: bulkTexts.undoFailed }),
    onSettled: () => invalidateCatalog(queryClient),
  })
}

/** The bulk changes of the last days, each with an Undo button. */
export function BulkRecent() {
  const { data = [] } = useQuery(recentBulkQuery)
  const undo = useBulkUndo()
  if (data.length === 0) return null
  return (
    <details className={styles.recent}>
      <summary>{bulkTexts.recent}</summary>
      <ul>
        {data.map(({ _id, title, products, at, who, undoneAt }) => (
          <li key={_id}>
            <span>
              {bulkTexts.recentLine(title, products)}
              <br />
              <span className={textStyles.caption}>
                {[who, formatDateTime(at)].filter(Boolean).join(', ')}
              </span>
            </span>
            {undoneAt ? (
              <span className={textStyles.caption}>{bulkTexts.wasUndone}</span>
            ) : (
              <Button
                variant="outline"
                size="small"
                icon={Undo2}
                pending={undo.isPending}
                onClick={() => undo.mutate(_id)}
              >
                {bulkTexts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
