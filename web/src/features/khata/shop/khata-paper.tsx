import { formatRupees, toPaise } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { QrCode } from '@/ui/qr-code'
import type { KhataStatement } from '../api'
import { EntryList } from '../entry-list'
import { khataTexts } from '../texts'
import styles from './khata-paper.module.css'

/** A khata for its customer: the balance, how to pay it, and all entries. */
export function KhataPaper({ title, statement }: { title: string; statement: KhataStatement }) {
  const { customer, balance, upi } = statement
  const amount = formatRupees(toPaise(Math.abs(balance)))
  return (
    <Panel padded className={styles.paper}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.who}>
        {customer.name} ·{' '}
        <b>
          {balance > 0
            ? khataTexts.owes(amount)
            : balance < 0
              ? khataTexts.advance(amount)
              : khataTexts.settled}
        </b>
      </p>
      {upi && (
        <div className={styles.pay}>
          <QrCode value={upi.link} label={khataTexts.payCode} className={styles.code} />
          <a href={upi.link} className={buttonClass({ variant: 'accent' })}>
            {khataTexts.pay}
          </a>
        </div>
      )}
      <EntryList statement={statement} />
    </Panel>
  )
}
