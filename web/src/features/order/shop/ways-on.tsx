import { Link } from '@tanstack/react-router'
import { texts as shell } from '@/lib/texts'
import { texts } from '../texts'

/** Where one may go from a slip. */
export function SeeMyOrders() {
  return (
    <Link to="/dashboard/myorders" className="btn btn--quiet">
      {texts.seeMyOrders}
    </Link>
  )
}

export function BackToCheckout() {
  return (
    <Link to="/CheckOutPage" className="btn btn--main">
      {texts.backToCheckout}
    </Link>
  )
}

/** To the login, and back to this page. */
export function LogIn({ back }: { back: string }) {
  return (
    <Link to="/login" search={{ redirect: back }} className="btn btn--main">
      {texts.login}
    </Link>
  )
}

export function Again({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <button type="button" className="btn btn--main" disabled={busy} onClick={onPress}>
      {shell.tryAgain}
    </button>
  )
}
