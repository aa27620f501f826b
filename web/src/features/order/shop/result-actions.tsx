import { Link } from '@tanstack/react-router'
import { texts as shell } from '@/lib/texts'
import { texts } from '../texts'

export function MyOrdersLink() {
  return (
    <Link to="/dashboard/myorders" className="btn btn--quiet">
      {texts.seeMyOrders}
    </Link>
  )
}

export function CheckoutLink() {
  return (
    <Link to="/CheckOutPage" className="btn btn--main">
      {texts.backToCheckout}
    </Link>
  )
}

/** A link to the login that returns to the given path. */
export function LoginLink({ redirect }: { redirect: string }) {
  return (
    <Link to="/login" search={{ redirect }} className="btn btn--main">
      {texts.login}
    </Link>
  )
}

export function RetryButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <button type="button" className="btn btn--main" disabled={busy} onClick={onPress}>
      {shell.tryAgain}
    </button>
  )
}
