import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatRupees } from '@/lib/money'
import { opensElsewhere } from '@/lib/opens-elsewhere'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { headerButtonClass } from '@/ui/header-button'
import { Icon } from '@/ui/icon'
import { lazyDialog } from '@/ui/lazy-dialog'
import { cartQuery, totalsOf } from '../api'
import styles from './cart-button.module.css'
import type { CartSlots } from './cart-panel'

const CartDrawer = lazyDialog(() => import('./cart-drawer'))
const DRAWER_MEDIA = '(min-width: 769px)'

/** The header's cart button: it opens a drawer on wide screens and the /cart page on narrow ones. */
export function CartButton({ slots }: { slots?: CartSlots }) {
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  const [open, setOpen] = useState<boolean>()
  const navigate = useNavigate()
  const { count, total } = totalsOf(lines)
  const sum = `${texts.items(count)} · ${formatRupees(total)}`
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event) || !matchMedia(DRAWER_MEDIA).matches) return
    event.preventDefault()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    // The window has become narrow, and narrow windows show the cart as a page: closing it leads home.
    if (!matchMedia(DRAWER_MEDIA).matches) void navigate({ to: '/' })
  }
  return (
    <>
      <Link
        to="/cart"
        className={classNames(headerButtonClass, styles.cartButton)}
        aria-label={count ? `${texts.cart}, ${sum}` : texts.myCart}
        onClick={onClick}
      >
        <Icon icon={ShoppingBag} />
        <span>{count ? sum : texts.myCart}</span>
        {count > 0 && <i className={styles.count}>{count}</i>}
      </Link>
      {open !== undefined && <CartDrawer open={open} onClose={close} slots={slots} />}
    </>
  )
}
