import { EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Picture } from '@/ui/picture'
import { Price } from '@/ui/price'
import type { Tone } from '@/ui/tone'
import type { Product } from '../../api'
import { Switch } from '../switch'
import { type EditConflict, editConflictFrom, type ProductChanges } from './api'
import { InlineNumberField } from './inline-number-field'
import { priceField, stockField } from './product-form'
import { texts } from './texts'
import { useProductUpdate } from './use-product-update'

const LOW_STOCK_THRESHOLD = 5

type Props = {
  product: Product
  tone: Tone | undefined
  selected: boolean
  onSelect: (selected: boolean) => void
  onEdit: () => void
  onDelete: () => void
  onConflict: (conflict: EditConflict) => void
}

/** One product in the administrator's list: stock, price and publication are changed where they stand. */
export function ProductCard(props: Props) {
  const { product, tone, selected, onSelect, onEdit, onDelete, onConflict } = props
  const { name, unit, stock, price, publish, updatedAt } = product
  // One product in two sizes is two products of one name.
  const accessibleName = `${name}, ${unit}`
  const editing = useProductUpdate(product._id, onConflict)
  const save = (changes: ProductChanges, seen: string) =>
    editing.mutateAsync({ changes, seen }).then(
      () => true,
      // A conflict goes on in its own dialog.
      (reason) => editConflictFrom(reason) !== undefined,
    )
  // Shown from the press on: a switch that waits for the shop would first jump back.
  const [requestedPage, setWished] = useState<boolean>()
  const setPublish = (published: boolean) => {
    setWished(published)
    void save({ publish: published }, updatedAt).finally(() =>
      // A later press has a wish of its own.
      setWished((now) => (now === published ? undefined : now)),
    )
  }
  return (
    <li className={`pcard ${selected ? 'pcard--on' : ''}`} data-tone={tone}>
      <Picture src={product.image[0]} name={name} unit={unit} tone={tone}>
        {!publish && (
          <span className="pcard__off">
            <EyeOff className="ic ic--s" />
            {texts.notPublished}
          </span>
        )}
      </Picture>
      <label className="pcard__pick">
        <input
          type="checkbox"
          name="ids"
          className="check"
          aria-label={texts.select(accessibleName)}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <div className="pcard__b">
        <h2 className="pcard__name">{name}</h2>
        <p className={`small ${stock <= LOW_STOCK_THRESHOLD ? 'left' : 'muted'}`}>
          {unit} · {stock > 0 ? texts.inStock(stock) : texts.outOfStock}
        </p>
        <Price product={product} />
      </div>
      <div className="pcard__in">
        <InlineNumberField
          name="stock"
          label={texts.labels.stock}
          accessibleName={texts.stockOf(accessibleName)}
          value={stock}
          schema={stockField}
          inputMode="numeric"
          version={updatedAt}
          onSave={(typed, seen) => save({ stock: typed }, seen)}
        />
        <InlineNumberField
          name="price"
          label={texts.labels.price}
          accessibleName={texts.priceOf(accessibleName)}
          value={price}
          schema={priceField}
          inputMode="decimal"
          version={updatedAt}
          onSave={(typed, seen) => save({ price: typed }, seen)}
        />
      </div>
      <div className="pcard__a">
        <Switch
          name="publish"
          label={texts.labels.publish}
          accessibleName={texts.publishThis(accessibleName)}
          checked={requestedPage ?? publish}
          onChange={(event) => setPublish(event.target.checked)}
        />
        <button
          type="button"
          className="iconbtn"
          aria-label={texts.editThis(accessibleName)}
          onClick={onEdit}
        >
          <Pencil className="ic" />
        </button>
        <button
          type="button"
          className="iconbtn iconbtn--danger"
          aria-label={texts.deleteThis(accessibleName)}
          onClick={onDelete}
        >
          <Trash2 className="ic" />
        </button>
      </div>
    </li>
  )
}
