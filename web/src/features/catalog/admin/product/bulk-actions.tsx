import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  BadgePercent,
  Boxes,
  Eye,
  EyeOff,
  Percent,
  Printer,
  ReceiptIndianRupee,
  Scale,
  Tag,
} from 'lucide-react'
import { type RefObject, useId } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '@/lib/api'
import { classNames } from '@/lib/class-names'
import { focusIfLost } from '@/lib/focus-if-lost'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Icon } from '@/ui/icon'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import type { Product } from '../../api'
import { invalidateCatalog } from '../invalidate-catalog'
import { patchProductsInCache, publishProducts } from './api'
import styles from './bulk-actions.module.css'
import type { BulkField } from './bulk-api'
import { bulkTexts } from './bulk-texts'
import { toastProductError } from './product-errors'
import { texts } from './texts'

const BULK_BUTTONS = [
  { field: 'price', icon: Percent },
  { field: 'discount', icon: BadgePercent },
  { field: 'stock', icon: Boxes },
  { field: 'subCategory', icon: Tag },
  { field: 'unit', icon: Scale },
  { field: 'tax', icon: ReceiptIndianRupee },
] as const

type Props = {
  /** The checkbox for all products, which gets the focus when the other controls disappear with the selection. */
  selectAllRef: RefObject<HTMLInputElement | null>
  products: Product[]
  selected: ReadonlySet<string>
  onSelect: (ids: string[]) => void
  /** The number of products on all pages; undefined if there is only one page. */
  allCount: number | undefined
  /** Whether all products on all pages are selected. */
  all: boolean
  onSelectAll: () => void
  /** Opens the bulk change of a field. */
  onChange: (field: BulkField) => void
}

/** The bar above the list: selects the page or all matches, and changes the selected products. */
export function BulkActions(props: Props) {
  const { selectAllRef, products, selected, onSelect, allCount, all, onSelectAll, onChange } = props
  const queryClient = useQueryClient()
  const checkboxId = useId()
  const publishing = useMutation({
    mutationFn: publishProducts,
    onSuccess: (changed) => {
      patchProductsInCache(queryClient, changed)
      notify.success(texts.updated)
      flushSync(() => onSelect([]))
      focusIfLost(selectAllRef.current)
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
          ref={selectAllRef}
          id={checkboxId}
          checked={selectedIds.length === ids.length}
          indeterminate={selectedIds.length > 0 && selectedIds.length < ids.length}
          onChange={() => onSelect(selectedIds.length === ids.length ? [] : ids)}
        />
        {texts.selectAll}
      </label>
      <span className={textStyles.muted} role="status">
        {selectedIds.length > 0 && texts.selected(all && allCount ? allCount : selectedIds.length)}
      </span>
      {selectedIds.length > 0 && allCount !== undefined && !all && (
        <button type="button" className={styles.allButton} onClick={onSelectAll}>
          {bulkTexts.chooseAll(allCount)}
        </button>
      )}
      {selectedIds.length > 0 && (
        <span className={stack.row}>
          {BULK_BUTTONS.map(({ field, icon }) => (
            <Button key={field} variant="outline" size="small" icon={icon} onClick={() => onChange(field)}>
              {bulkTexts.buttons[field]}
            </Button>
          ))}
          <Button
            variant="outline"
            size="small"
            icon={Eye}
            pending={publishing.isPending}
            onClick={() => (all ? onChange('publish') : change(true))}
          >
            {texts.publish}
          </Button>
          <Button
            variant="outline"
            size="small"
            icon={EyeOff}
            pending={publishing.isPending}
            onClick={() => (all ? onChange('unpublish') : change(false))}
          >
            {texts.unpublish}
          </Button>
          <Link
            to="/dashboard/labels"
            search={{ ids: selectedIds.join(',') }}
            className={buttonClass({ variant: 'outline', size: 'small' })}
          >
            <Icon icon={Printer} />
            {texts.printLabels}
          </Link>
        </span>
      )}
    </div>
  )
}
