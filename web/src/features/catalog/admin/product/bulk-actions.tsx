import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useId } from 'react'
import { ApiError } from '@/lib/api'
import { classNames } from '@/lib/class-names'
import { notify } from '@/lib/notify'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import type { Product } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { patchProductsInCache, publishProducts } from './api'
import styles from './bulk-actions.module.css'
import { toastProductError } from './product-errors'
import { texts } from './texts'

type Props = {
  products: Product[]
  selected: ReadonlySet<string>
  onSelect: (ids: string[]) => void
}

/** Above the list: select what it shows, publish or hide what is selected. */
export function BulkActions({ products, selected, onSelect }: Props) {
  const queryClient = useQueryClient()
  const checkboxId = useId()
  const publishing = useMutation({
    mutationFn: publishProducts,
    onSuccess: (changed) => {
      patchProductsInCache(queryClient, changed)
      notify.success(texts.updated)
      onSelect([])
    },
    onError: (reason) => {
      const gone = reason instanceof ApiError && reason.fields.some(({ field }) => field.startsWith('ids'))
      if (!gone) return toastProductError(reason, texts.updateFailed)
      notify.error(texts.someGone)
      void invalidateCatalog(queryClient)
    },
  })
  const ids = products.map(({ _id }) => _id)
  const selectedIds = ids.filter((id) => selected.has(id))
  const change = (publish: boolean) => publishing.mutate({ ids: selectedIds, publish })
  return (
    <div className={classNames(styles.bulkActions, selectedIds.length > 0 && styles.active)}>
      <label className={styles.selectAll} htmlFor={checkboxId}>
        <Checkbox
          id={checkboxId}
          checked={selectedIds.length === ids.length}
          indeterminate={selectedIds.length > 0 && selectedIds.length < ids.length}
          onChange={() => onSelect(selectedIds.length === ids.length ? [] : ids)}
        />
        {texts.selectAll}
      </label>
      <span className={styles.count} role="status">
        {selectedIds.length > 0 && texts.selected(selectedIds.length)}
      </span>
      {selectedIds.length > 0 && (
        <span className={styles.buttons}>
          <Button
            variant="outline"
            size="small"
            icon={Eye}
            disabled={publishing.isPending}
            onClick={() => change(true)}
          >
            {texts.publish}
          </Button>
          <Button
            variant="outline"
            size="small"
            icon={EyeOff}
            disabled={publishing.isPending}
            onClick={() => change(false)}
          >
            {texts.unpublish}
          </Button>
        </span>
      )}
    </div>
  )
}
