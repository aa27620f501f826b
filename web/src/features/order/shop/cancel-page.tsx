import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { cartQuery } from '@/features/cart/api'
import { useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { texts } from '../texts'

/** Says that the order is off, that the cart is kept, and leads back to it. */
export function CancelPage({ text = texts.orderCancelled }: { text: string | undefined }) {
  useTitle(text)
  const { data: lines = [] } = useQuery(cartQuery(useLoggedIn()))
  return (
    <main className="wrap done" id="content" tabIndex={-1}>
      <div className="slip-shadow">
        <section className="slip">
          <span className="stamp stamp--bad">
            <X className="ic" />
          </span>
          <h1>{text}</h1>
          <p className="muted done__hint">
            {texts.notCompleted} {lines.length > 0 && texts.cartKept}
          </p>
          <Link to="/" className="btn btn--main">
            {texts.goToHome}
          </Link>
          {lines.length > 0 && (
            <Link to="/CheckOutPage" className="btn btn--quiet">
              {texts.backToCheckout}
            </Link>
          )}
        </section>
      </div>
    </main>
  )
}
