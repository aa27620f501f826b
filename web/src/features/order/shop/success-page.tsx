import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { formatRupees } from '@/lib/money'
import { useTitle } from '@/lib/title'
import { formatWhen } from '@/lib/when'
import { myOrdersQuery } from '../api'
import { type Checkout, checkoutsOf } from '../checkouts'
import { texts } from '../texts'

type Props = {
  /** What was passed on by the page before. */
  text: string | undefined
  checkoutId: string | undefined
}

/** Says that it worked, with the order's numbers on the slip, also after a reload. */
export function SuccessPage({ text, checkoutId }: Props) {
  const { data } = useInfiniteQuery({ ...myOrdersQuery, enabled: checkoutId !== undefined })
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const checkout = checkoutsOf(rows).find(({ _id }) => _id === checkoutId)
  const title = text ?? titleOf(checkout)
  useTitle(title)
  return (
    <main className="wrap done" id="content" tabIndex={-1}>
      <div className="slip-shadow">
        <section className="slip">
          <span className="stamp">
            <Check className="ic" />
          </span>
          <h1>{title}</h1>
          <p className="muted">{texts.thankYou}</p>
          {checkout && <Receipt checkout={checkout} />}
          <Link to="/" className="btn btn--main">
            {texts.goToHome}
          </Link>
          <Link to="/dashboard/myorders" className="btn btn--quiet">
            {texts.seeMyOrders}
          </Link>
        </section>
      </div>
    </main>
  )
}

function titleOf(checkout: Checkout | undefined): string {
  return checkout?.rows[0].payment_method === 'COD' ? texts.orderSuccessful : texts.paymentSuccessful
}

function Receipt({ checkout: { rows, total } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address, payment_method: method }] = rows
  return (
    <dl className="bill">
      <div>
        <dt>{texts.orderNumber}</dt>
        <dd>
          {rows.map(({ _id, orderId }) => (
            <span key={_id} className="block">
              {orderId}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{texts.placed}</dt>
        <dd>{formatWhen(createdAt)}</dd>
      </div>
      <div>
        <dt>{texts.deliverTo}</dt>
        <dd className="bill__text">
          {address.address_line}, {address.city}
        </dd>
      </div>
      <div>
        <dt>{texts.payment}</dt>
        <dd>{method === 'COD' ? texts.cashOnDelivery : texts.payOnline}</dd>
      </div>
      <div className="bill__sum">
        <dt>{texts.grandTotal}</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
    </dl>
  )
}
