import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { formatRupees } from '@/lib/money'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { Picture } from '@/ui/picture'
import { cartQuery, totalsOf } from '../api'

const THUMBNAIL_COUNT = 2

/** On phones, a link to the cart with its totals at the foot of shopping pages; hidden when the cart is empty. */
export function CartBar() {
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  const toneOf = useCategoryTones()
  const { count, total, savings } = totalsOf(lines)
  if (count === 0) return null
  return (
    <Link to="/cart" className="bar">
      <span className="bar__pics">
        {lines.slice(-THUMBNAIL_COUNT).map(({ _id, productId: product }) => (
          <Picture
            key={_id}
            src={product.image[0]}
            name={product.name}
            unit={product.unit}
            tone={toneOf(product.category._id)}
            size="small"
            eager
          />
        ))}
      </span>
      <span className="bar__sum">
        {texts.items(count)} · {formatRupees(total)}
        {savings > 0 && <small>{texts.youSave(formatRupees(savings))}</small>}
      </span>
      <span className="btn btn--go">
        {texts.viewCart} <ChevronRight className="ic" />
      </span>
    </Link>
  )
}
