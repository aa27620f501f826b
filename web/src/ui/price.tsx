import { formatRupees, payable, toPaise } from '@/lib/money'

type Priced = { price: number; discount: number }

/** What one piece costs, with the MRP struck through after it when there is a discount. */
export function Price({ product, className = '' }: { product: Priced; className?: string }) {
  return (
    <p className={`price ${className}`}>
      {formatRupees(payable(product))}
      {product.discount > 0 && (
        <>
          {' '}
          <s>
            <span className="vh">MRP </span>
            {formatRupees(toPaise(product.price))}
          </s>
        </>
      )}
    </p>
  )
}

/** The marigold tag on a picture's left edge; nothing without a discount. */
export function PriceTag({ discount }: { discount: number }) {
  return discount > 0 ? <span className="tag">{formatRupees(toPaise(discount))} OFF</span> : null
}
