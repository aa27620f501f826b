import { formatDateTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import type { Checkout } from '../checkouts'
import { texts } from '../texts'

/** The order numbers, time, address, payment method and total of a checkout. */
export function OrderReceipt({ checkout: { rows, total } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address, payment_method: method }] = rows
  return (
    <dl className="bill">
      <div>
        <dt>{texts.orderNumber}</dt>
        <dd>
          <OrderNumbers rows={rows} />
        </dd>
      </div>
      <div>
        <dt>{texts.placed}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
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

/** The first order number; the others, one for each further product, open on a press. */
function OrderNumbers({ rows: [first, ...others] }: Pick<Checkout, 'rows'>) {
  if (others.length === 0) return first.orderId
  return (
    <details className="numbers">
      <summary>
        {first.orderId} {texts.andMore(others.length)}
      </summary>
      {others.map(({ _id, orderId }) => (
        <span key={_id} className="block">
          {orderId}
        </span>
      ))}
    </details>
  )
}
