import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { noticeTexts } from '@/features/settings/notice-texts'
import { packingTime } from '@/features/settings/packing-time'
import { type Closing, closingOf } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { classNames } from '@/lib/class-names'
import { formatShopTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { useFixedBar } from '@/ui/use-fixed-bar'
import { cartQuery, totalsOf } from '../api'
import styles from './cart-bar.module.css'

const THUMBNAIL_COUNT = 2

/** A link to the cart with its totals, at the foot of shopping pages on phones; hidden if the cart is empty. */
export function CartBar() {
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  const toneOf = useCategoryTones()
  const shop = useShop()
  const closing = shop && closingOf(shop)
  const { count, total, savings } = totalsOf(lines)
  const bar = useFixedBar()
  if (count === 0) return null
  return (
    <nav aria-label={texts.cart}>
      <Link to="/cart" className={styles.bar} ref={bar}>
        <span className={styles.thumbnails}>
          {lines.slice(-THUMBNAIL_COUNT).map(({ _id, productId: product }) => (
            <Picture
              key={_id}
              src={product.image[0]}
              drawing={product.picture}
              name={product.name}
              tone={toneOf(product.category._id)}
              size="small"
              className={styles.thumbnail}
              eager
            />
          ))}
        </span>
        <span className={styles.totals}>
          {texts.items(count)} · {formatRupees(total)}
          {closing?.opensAt ? (
            <small>{laterText(closing, closing.opensAt)}</small>
          ) : (
            savings > 0 && <small>{texts.youSave(formatRupees(savings))}</small>
          )}
        </span>
        <span className={classNames(buttonClass({ variant: 'accent' }), styles.button)}>
          {texts.viewCart} <Icon icon={ChevronRight} />
        </span>
      </Link>
    </nav>
  )
}

function laterText({ takesOrders }: Closing, opensAt: Date): string {
  return takesOrders
    ? noticeTexts.barPacked(packingTime(opensAt))
    : noticeTexts.barOpens(formatShopTime(opensAt, new Date()))
}
