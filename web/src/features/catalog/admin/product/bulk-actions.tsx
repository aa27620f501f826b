import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import type { Product } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { patchProductsInCache, publishProducts } from './api'
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
  const chosen = ids.filter((id) => selected.has(id))
  const change = (publish: boolean) => publishing.mutate({ ids: chosen, publish })
  return (
    <div className={`bulk ${chosen.length > 0 ? 'bulk--on' : ''}`}>
      <label className="bulk__all">
        <input
          type="checkbox"
          className="check"
          checked={chosen.length === ids.length}
          ref={(input) => {
            if (input) input.indeterminate = chosen.length > 0 && chosen.length < ids.length
          }}
          onChange={() => onSelect(chosen.length === ids.length ? [] : ids)}
        />
        {texts.selectAll}
      </label>
      <span className="muted" role="status">
        {chosen.length > 0 && texts.selected(chosen.length)}
      </span>
      {chosen.length > 0 && (
        <span className="bulk__acts">
          <button
            type="button"
            className="btn btn--line btn--sm"
            disabled={publishing.isPending}
            onClick={() => change(true)}
          >
            <Eye className="ic" />
            {texts.publish}
          </button>
          <button
            type="button"
            className="btn btn--line btn--sm"
            disabled={publishing.isPending}
            onClick={() => change(false)}
          >
            <EyeOff className="ic" />
            {texts.unpublish}
          </button>
        </span>
      )}
    </div>
  )
}
