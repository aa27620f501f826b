import { Link } from '@tanstack/react-router'
import { texts as sharedTexts } from '@/lib/texts'
import { Button, buttonClass } from '@/ui/button'
import { texts } from '../texts'

export function MyOrdersLink() {
  return (
    <Link to="/dashboard/myorders" className={buttonClass({ variant: 'quiet' })}>
      {texts.seeMyOrders}
    </Link>
  )
}

export function OrderLink() {
  return (
    <Link to="/CheckOutPage" className={buttonClass()}>
      {texts.backToCheckout}
    </Link>
  )
}

/** A link to the login that returns to the given path. */
export function LoginLink({ redirect }: { redirect: string }) {
  return (
    <Link to="/login" search={{ redirect }} className={buttonClass()}>
      {texts.login}
    </Link>
  )
}

export function RetryButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <Button pending={busy} onClick={onPress}>
      {sharedTexts.tryAgain}
    </Button>
  )
}
