import { EyeOff, History } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatShopDay } from '@/lib/dates'
import { formatRupees, payable, toPaise } from '@/lib/money'
import { Checkbox } from '@/ui/checkbox'
import { ChipSelect } from '@/ui/chip'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import { Price } from '@/ui/price'
import { Switch } from '@/ui/switch'
import type { Tone } from '@/ui/tone'
import { useSelectDraft } from '@/ui/use-select-draft'
import type { Product } from '../../api'
import { SOLD_OUT_DAYS, soldOutDay } from '../../stock-api'
import { RowActions } from '../row-actions'
import styles from './admin-product-card.module.css'
import { type EditConflict, editConflictFrom, type ProductChanges } from './api'
import { InlineNumberField } from './inline-number-field'
import { inlineDiscountField, priceField, sellingPriceField } from './product-form'
import { StockCell } from './stock-cell'
import { TaxCell } from './tax-cell'
import { texts } from './texts'
import { useProductUpdate } from './use-product-update'

const LOW_STOCK_THRESHOLD = 5

type Props = {
  product: Product
  tone: Tone | undefined
  selected: boolean
  /** The days until the stock is sold, in the list of products that run out. */
  daysLeft: number | undefined
  onSelect: (selected: boolean) => void
  onEdit: () => void
  onHistory: () => void
  onDelete: () => void
  onConflict: (conflict: EditConflict) => void
}

function stockText({ stock, soldOutUntil }: Product): string {
  if (soldOutUntil) return texts.soldOutUntil(formatShopDay(new Date(soldOutUntil), new Date()))
  return stock > 0 ? texts.inStock(stock) : texts.outOfStock
}

/** Returns the options of the sold-out select: after how many days the product is sold again. For a marked product it also has that day and "sold now". */
function soldOutOptions(product: Product): { value: string; label: string }[] {
  const days = SOLD_OUT_DAYS.map((count) => ({ value: String(count), label: texts.untilInDays(count) }))
  if (!product.soldOutUntil) return [{ value: '', label: texts.canBeBought }, ...days]
  return [{ value: 'until', label: stockText(product) }, { value: '', label: texts.sellAgain }, ...days]
}

/** One product in the administrator's list. Stock, price and publication are edited inline. */
export function AdminProductCard(props: Props) {
  const { product, tone, selected, daysLeft, onSelect, onEdit, onHistory, onDelete, onConflict } = props
  const { name, unit, stock, price, discount, publish, updatedAt } = product
  // Two sizes of a product share a name: add the unit.
  const accessibleName = [name, unit].filter(Boolean).join(', ')
  const checkboxId = useId()
  const editing = useProductUpdate(product._id, onConflict)
  const save = (changes: ProductChanges, baseVersion: string) =>
    editing.mutateAsync({ changes, baseVersion }).then(
      () => true,
      // A conflict has its own dialog and no toast.
      (reason) => editConflictFrom(reason) !== undefined,
    )
  // Optimistic value until the response arrives; otherwise the switch would jump back first.
  const [optimisticPublish, setOptimisticPublish] = useState<boolean>()
  const setPublish = (published: boolean) => {
    setOptimisticPublish(published)
    void save({ publish: published }, updatedAt).finally(() =>
      // Keep the value of a later press.
      setOptimisticPublish((now) => (now === published ? undefined : now)),
    )
  }
  const soldOut = useSelectDraft<string>(product.soldOutUntil ? 'until' : '', (days) => {
    if (days !== 'until') void save({ soldOutUntil: days && soldOutDay(Number(days)) }, updatedAt)
  })
  return (
    <li className={classNames(styles.card, selected && styles.selected)} data-tone={tone}>
      <Picture
        className={styles.image}
        src={product.image[0]}
        drawing={product.picture}
        name={name}
        tone={tone}
      >
        {!publish && (
          <span className={styles.unpublished}>
            <Icon icon={EyeOff} size="small" />
            {texts.notPublished}
          </span>
        )}
      </Picture>
      <label className={styles.select} htmlFor={checkboxId}>
        <Checkbox
          id={checkboxId}
          name="ids"
          aria-label={texts.select(accessibleName)}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <div className={styles.body}>
        <h2 className={styles.name}>{name}</h2>
        <p className={classNames(styles.stock, stock <= LOW_STOCK_THRESHOLD && styles.lowStock)}>
          {unit}
          <span className={classNames(stock > LOW_STOCK_THRESHOLD && styles.plenty)}>
            {unit && ' · '}
            {stockText(product)}
          </span>
        </p>
        {daysLeft !== undefined && stock > 0 && (
          <p className={styles.lowStock}>{texts.daysLeft(Math.floor(daysLeft))}</p>
        )}
        <Price className={styles.price} product={product} />
      </div>
      <div className={styles.taxCell}>
        <TaxCell product={product} />
      </div>
      <div className={styles.inlineFields}>
        <InlineNumberField
          name="price"
          label={texts.labels.price}
          accessibleName={texts.priceOf(accessibleName)}
          value={price}
          schema={priceField}
          inputMode="decimal"
          version={updatedAt}
          onSave={(typed, baseVersion) => save({ price: typed }, baseVersion)}
        />
        <InlineNumberField
          name="discount"
          label={texts.labels.discount}
          accessibleName={texts.discountOf(accessibleName)}
          value={discount}
          schema={inlineDiscountField}
          inputMode="decimal"
          version={updatedAt}
          onSave={(typed, baseVersion) => save({ discount: typed }, baseVersion)}
        />
        <InlineNumberField
          name="sellingPrice"
          label={texts.labels.sellingPrice}
          accessibleName={texts.sellingPriceOf(accessibleName)}
          value={payable(product) / 100}
          schema={sellingPriceField}
          inputMode="decimal"
          version={updatedAt}
          onSave={(typed, baseVersion) =>
            save({ discount: (toPaise(price) - toPaise(typed)) / 100 }, baseVersion)
          }
          limit={{
            max: price,
            message: texts.aboveMRP(formatRupees(toPaise(price))),
            raise: texts.raiseMRP,
            onRaise: (typed, baseVersion) => save({ price: typed, discount: 0 }, baseVersion),
          }}
        />
      </div>
      <div className={styles.stockCell}>
        <StockCell
          product={product}
          accessibleName={accessibleName}
          onSave={(typed, baseVersion) => save({ stock: typed }, baseVersion)}
        />
      </div>
      <div className={styles.soldOut}>
        <ChipSelect
          accessibleName={texts.soldOutOf(accessibleName)}
          label={product.soldOutUntil ? texts.soldOut : texts.markSoldOut}
          selected={Boolean(product.soldOutUntil)}
          value={soldOut.value}
          options={soldOutOptions(product)}
          handlers={soldOut.handlers}
        />
        <IconButton label={texts.history(accessibleName)} icon={History} onClick={onHistory} />
      </div>
      <div className={styles.actions}>
        <Switch
          className={styles.publish}
          name="publish"
          label={texts.labels.publish}
          accessibleName={texts.publishThis(accessibleName)}
          checked={optimisticPublish ?? publish}
          onChange={(event) => setPublish(event.target.checked)}
        />
        <RowActions name={accessibleName} onEdit={onEdit} onDelete={onDelete} />
      </div>
    </li>
  )
}
