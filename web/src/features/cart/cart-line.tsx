import { Link } from '@tanstack/react-router'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { classNames } from '@/lib/class-names'
import { formatRupees, payable, toPaise } from '@/lib/money'
import { slugOf } from '@/lib/slug'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { CartLine } from './api'
import styles from './cart-line.module.css'
import { cartTexts } from './cart-texts'
import { usePriceWhenAdded } from './price-rises'
import { texts } from './texts'

/** The picture of a line's product. */
export function CartLinePicture({ line: { productId: product } }: { line: CartLine }) {
  const toneOf = useCategoryTones()
  return (
    <Picture
      src={product.image[0]}
      drawing={product.picture}
      name={product.name}
      tone={toneOf(product.category._id)}
      size="small"
      className={lineList.picture}
    />
  )
}

type NameProps = {
  line: CartLine
  detail?: string
  /** Called when the link to the product is followed. */
  onNavigate?: () => void
}

/** A line's product: name, unit, size and color, and its former price if the price has changed. */
export function CartLineName({ line, detail, onNavigate }: NameProps) {
  const { productId: product, size, color } = line
  const before = usePriceWhenAdded(line)
  const meta = [product.unit + (detail ?? ''), size && cartTexts.size(size), color && cartTexts.color(color)]
  return (
    <div className={lineList.text}>
      <p className={lineList.name}>
        <Link to="/product/$product" params={{ product: slugOf(product) }} onClick={onNavigate}>
          {product.name}
        </Link>
      </p>
      <p className={textStyles.detail}>{meta.filter(Boolean).join(' · ')}</p>
      {before !== undefined && (
        <p className={classNames(textStyles.detail, styles.changedPrice)}>
          {cartTexts.priceChanged(formatRupees(payable(product)), formatRupees(before))}
        </p>
      )}
    </div>
  )
}

/** The total of a line, with the struck-through MRP if there is a discount; for an unavailable line "Out of stock". */
export function CartLinePrice({ line, unavailable }: { line: CartLine; unavailable?: boolean }) {
  const { productId: product, quantity } = line
  if (unavailable) return <p className={styles.unavailable}>{texts.outOfStock}</p>
  return (
    <p className={lineList.price}>
      {product.discount > 0 && (
        <s>
          <VisuallyHidden>MRP </VisuallyHidden>
          {formatRupees(toPaise(product.price) * quantity)}
        </s>
      )}{' '}
      {formatRupees(payable(product) * quantity)}
    </p>
  )
}
