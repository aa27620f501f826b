import { QuantityStepper } from '@/features/cart/quantity-stepper'
import type { Product } from '@/features/catalog/api'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { classNames } from '@/lib/class-names'
import { formatRupees, payable } from '@/lib/money'
import { Button } from '@/ui/button'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import styles from './change-order-dialog.module.css'
import { editableLines, maxQuantityOf, type OrderEdit, quantityIn, withAddedQuantity } from './order-edit'
import type { OwnOrder } from './own-orders'
import { statusTexts } from './status-texts'

type Props = {
  order: OwnOrder
  edit: OrderEdit
  /** The lines' products at today's price and stock, by id. */
  products: Map<string, Product>
  onChange: (edit: OrderEdit) => void
}

/** The lines of an order and the added products, each with its quantity. */
export function ChangeLines({ order, edit, products, onChange }: Props) {
  return (
    <ul className={lineList.list} aria-label={statusTexts.changeLines}>
      {editableLines(order).map((line) => {
        const product = {
          name: line.product_detail.name,
          stock: maxQuantityOf(order, line, products.get(line.producId._id)),
          unit: line.unit,
          soldBy: products.get(line.producId._id)?.soldBy ?? 'PIECE',
        }
        const set = (quantity: number) =>
          onChange({ ...edit, quantities: { ...edit.quantities, [line._id]: quantity } })
        return (
          <ChangeLine
            key={line._id}
            image={line.product_detail.image[0]}
            picture={line.picture}
            product={product}
            unit={line.unit}
            price={payable({ price: line.product_detail.price, discount: line.discount })}
            categoryId={line.producId.categoryId}
            quantity={quantityIn(edit, line)}
            onChange={set}
            onPutBack={() => set(line.quantity)}
          />
        )
      })}
      {edit.added.map(({ product, quantity }) => (
        <ChangeLine
          key={product._id}
          image={product.image[0]}
          picture={product.picture}
          product={product}
          unit={product.unit}
          price={payable(product)}
          categoryId={undefined}
          quantity={quantity}
          onChange={(next) => onChange(withAddedQuantity(edit, product, next))}
        />
      ))}
    </ul>
  )
}

type LineProps = {
  image: string | undefined
  picture: Product['picture']
  product: Pick<Product, 'name' | 'stock' | 'unit' | 'soldBy'>
  unit: string
  /** The price of one piece, in paise. */
  price: number
  categoryId: string | undefined
  quantity: number
  onChange: (quantity: number) => void
  onPutBack?: () => void
}

function ChangeLine({
  image,
  picture,
  product,
  unit,
  price,
  categoryId,
  quantity,
  onChange,
  onPutBack,
}: LineProps) {
  const toneOf = useCategoryTones()
  return (
    <li className={classNames(lineList.line, styles.line)}>
      <Picture
        src={image}
        drawing={picture}
        name={product.name}
        tone={toneOf(categoryId)}
        size="small"
        className={classNames(lineList.picture, styles.picture)}
      />
      <div className={lineList.text}>
        <p className={lineList.name}>{product.name}</p>
        <p className={textStyles.detail}>
          {quantity === 0 ? statusTexts.lineMissing : [unit, formatRupees(price)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {quantity === 0 ? (
        <Button variant="outline" size="small" onClick={onPutBack}>
          {statusTexts.putBack}
        </Button>
      ) : (
        <QuantityStepper product={product} quantity={quantity} size="compact" onChange={onChange} />
      )}
    </li>
  )
}
