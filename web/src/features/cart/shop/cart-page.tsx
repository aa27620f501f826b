import { useNavigate } from '@tanstack/react-router'
import { useTitle } from '@/lib/title'
import { cartTexts } from '../cart-texts'
import styles from './cart-page.module.css'
import { CartPanel, type CartSlots } from './cart-panel'

/** The cart as a page. Closing it leads home. */
export function CartPage({ slots }: { slots?: CartSlots }) {
  useTitle(cartTexts.cart)
  const navigate = useNavigate()
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <CartPanel
        level="h1"
        slots={slots}
        onClose={() => void navigate({ to: '/' })}
        onNavigate={() => undefined}
      />
    </main>
  )
}
