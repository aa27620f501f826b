import { classNames } from '@/lib/class-names'
import { formatRupees, payable, toPaise } from '@/lib/money'
import { texts } from '@/lib/texts'
import styles from './price.module.css'
import { VisuallyHidden } from './visually-hidden'

type Priced = { price: number; discount: number }

/** The price of one piece, followed by the struck-through MRP if there is a discount. */
export function Price({ product, className }: { product: Priced; className?: string }) {
  return (
    <p className={classNames(styles.price, className)}>
      {formatRupees(payable(product))}
      {product.discount > 0 && (
        <>
          {' '}
          <s>
            <VisuallyHidden>MRP </VisuallyHidden>
            {formatRupees(toPaise(product.price))}
          </s>
        </>
      )}
    </p>
  )
}

/** The discount tag on a picture's left edge, in whole rupees; renders nothing for less than one rupee. */
export function PriceTag({ discount, className }: { discount: number; className?: string }) {
  const rupees = Math.floor(discount)
  return rupees > 0 ? (
    <span className={classNames(styles.tag, className)}>{texts.off(formatRupees(toPaise(rupees)))}</span>
  ) : null
}
