import { StickyNote } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Alert } from '@/ui/alert'
import { panelClass } from '@/ui/panel'
import { ReachLinks } from '../desk/reach-links'
import type { Order } from '../orders-api'
import { receiverText } from '../row-texts'
import styles from './customer-panel.module.css'

/** The receiver, the address, the shop's notes about the customer, and contact links. */
export function CustomerPanel({ order }: { order: Order }) {
  const { customer, delivery_address: address } = order
  return (
    <section className={classNames(panelClass({ padded: true }), styles.panel)}>
      <div className={styles.who}>
        <h3>{customer.name}</h3>
        {address.receiver && address.receiver !== customer.name && <p>{receiverText(address.receiver)}</p>}
        <p>
          {address.address_line}
          <br />
          {address.landmark && (
            <>
              {address.landmark}
              <br />
            </>
          )}
          {address.city} {address.pincode}
        </p>
      </div>
      <ReachLinks order={order} labeled className={styles.reach} />
      {customer.note && (
        <Alert tone="warning" icon={StickyNote} className={styles.note}>
          {customer.note}
        </Alert>
      )}
    </section>
  )
}
