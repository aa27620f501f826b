import { Link } from '@tanstack/react-router'
import { Banknote, CircleAlert, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CartTotals } from '@/features/cart/api'
import { formatRupees } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { texts } from '../texts'

type Props = {
  totals: CartTotals
  /** Why the last press did not go through, or what must be mended first. */
  trouble: ReactNode
  busy: boolean
  onCod: () => void
}

/** The two ways to pay, with the amount on each. On phones they stand at the foot of the window. */
export function Pay({ totals, trouble, busy, onCod }: Props) {
  const amount = formatRupees(totals.total)
  return (
    <>
      <div className="pays">
        {trouble && <div className="pays__say">{trouble}</div>}
        <button type="button" className="btn btn--main" disabled={busy || totals.count === 0} onClick={onCod}>
          <Banknote className="ic" />
          {texts.cashOnDelivery}
          <b>{amount}</b>
        </button>
        <button type="button" className="btn btn--line" disabled aria-describedby="pay-online">
          <CreditCard className="ic" />
          {texts.payOnline}
          <b>{amount}</b>
        </button>
        <p className="muted small pays__note" id="pay-online">
          {texts.payOnlineOff}
        </p>
      </div>
      {totals.count > 0 && (
        <p className="muted small center">
          {totals.savings > 0 && `${texts.youSave(formatRupees(totals.savings))} `}
          {texts.nothingAdded}
        </p>
      )}
      <p className="vh" role="status">
        {busy && texts.ordering}
      </p>
    </>
  )
}

type TroubleProps = {
  sentence: string
  /** Offers a login that comes back. */
  login?: boolean
  /** Offers to send the same again. */
  onRetry?: () => void
}

/** A sentence in red beside the buttons. */
export function Trouble({ sentence, login, onRetry }: TroubleProps) {
  return (
    <p className="note note--bad" role="alert">
      <CircleAlert className="ic" />
      <span>
        {sentence}
        {login && (
          <>
            {' '}
            <Link to="/login" search={{ redirect: '/CheckOutPage' }}>
              {texts.login}
            </Link>
          </>
        )}
        {onRetry && (
          <>
            {' '}
            <button type="button" onClick={onRetry}>
              {shell.tryAgain}
            </button>
          </>
        )}
      </span>
    </p>
  )
}
