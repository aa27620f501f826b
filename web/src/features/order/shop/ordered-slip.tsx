import { formatDateTime } from '@/lib/dates'
import { formatRupees } from '@/lib/money'
import type { Checkout } from '../checkouts'
import { texts } from '../texts'
import { Slip } from './slip'
import { SeeMyOrders } from './ways-on'

type Props = {
  title: string
  /** What was ordered, once that is known. */
  checkout: Checkout | undefined
}

/** Says that the order goes ahead, with its numbers on the slip. */
export function OrderedSlip({ title, checkout }: Props) {
  return (
    <Slip tone="good" title={title} hint={texts.thankYou} more={<SeeMyOrders />}>
      {checkout && <Receipt checkout={checkout} />}
    </Slip>
  )
}

/** The first number, with the others behind it: a number stands for each product. */
function Numbers({ rows: [first, ...others] }: Pick<Checkout, 'rows'>) {
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

/** An order's numbers, when and where it goes, how it is paid and what it comes to. */
export function Receipt({ checkout: { rows, total } }: { checkout: Checkout }) {
  const [{ createdAt, delivery_address: address, payment_method: method }] = rows
  return (
    <dl className="bill">
      <div>
        <dt>{texts.orderNumber}</dt>
        <dd>
          <Numbers rows={rows} />
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
