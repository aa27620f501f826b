import { Link } from '@tanstack/react-router'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { formatRupees, payable, toPaise } from '@/lib/money'
import { slugOf } from '@/lib/slug'
import { Picture } from '@/ui/picture'
import { usePriceWhenAdded } from './added-prices'
import type { CartLine } from './api'
import { texts } from './texts'

/** The picture of a line's product. */
export function CartLinePicture({ line: { productId: product } }: { line: CartLine }) {
  const toneOf = useCategoryTones()
  return (
    <Picture
      src={product.image[0]}
      name={product.name}
      unit={product.unit}
      tone={toneOf(product.category._id)}
      size="small"
    />
  )
}

/** The product of a line: name, unit, size and color, and the former price if it has changed. */
export function CartLineName({ line, detail }: { line: CartLine; detail?: string }) {
  const { productId: product, size, color } = line
  const before = usePriceWhenAdded(line)
  const meta = [product.unit + (detail ?? ''), size && texts.size(size), color && texts.color(color)]
  return (
    <div className="min-w-0">
      <p className="line__name">
        <Link to="/product/$product" params={{ product: slugOf(product) }}>
          {product.name}
        </Link>
      </p>
      <p className="line__meta">{meta.filter(Boolean).join(' · ')}</p>
      {before !== undefined && (
        <p className="line__meta line__meta--changed">
          {texts.priceChanged(formatRupees(payable(product)), formatRupees(before))}
        </p>
      )}
    </div>
  )
}

/** The price of a whole line, with the MRP struck through when there is a discount. */
export function CartLinePrice({ line: { productId: product, quantity } }: { line: CartLine }) {
  return (
    <p className="line__price">
      {product.discount > 0 && (
        <s>
          <span className="vh">MRP </span>
          {formatRupees(toPaise(product.price) * quantity)}
        </s>
      )}
      {formatRupees(payable(product) * quantity)}
    </p>
  )
}
