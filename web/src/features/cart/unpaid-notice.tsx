import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Alert } from '@/ui/alert'
import { texts } from './texts'

// What is still to be told, and the last that was.
const UNTOLD_KEY = 'unpaidCheckout'
const TOLD_KEY = 'toldUnpaidCheckout'

/** Has the cart say once that the payment of a checkout was not completed. */
export function noteUnpaid(checkoutId: string): void {
  if (localStorage.getItem(TOLD_KEY) !== checkoutId) localStorage.setItem(UNTOLD_KEY, checkoutId)
}

/** Forgets a payment that was not completed: the cart was ordered otherwise. */
export function forgetUnpaid(): void {
  localStorage.removeItem(UNTOLD_KEY)
}

/** Says that the last payment was not completed, until the cart is left, with a way to try again. */
export function UnpaidNotice({ onNavigate }: { onNavigate: () => void }) {
  const [untold] = useState(() => localStorage.getItem(UNTOLD_KEY))
  useEffect(() => {
    if (untold === null) return
    localStorage.setItem(TOLD_KEY, untold)
    localStorage.removeItem(UNTOLD_KEY)
  }, [untold])
  if (untold === null) return null
  return (
    <Alert tone="info" role="status">
      {texts.paymentNotCompleted}{' '}
      <Link to="/CheckOutPage" onClick={onNavigate}>
        {texts.payAgain}
      </Link>
    </Alert>
  )
}
