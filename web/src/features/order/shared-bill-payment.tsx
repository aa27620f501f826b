import { Smartphone } from 'lucide-react'
import type { Payment } from '@/features/bill/bill-payment'
import { billTexts } from '@/features/bill/bill-texts'
import { classNames } from '@/lib/class-names'
import { formatRupees } from '@/lib/money'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { QrCode } from '@/ui/qr-code'
import { billOrderTexts as texts } from './bill-order-texts'
import styles from './shared-bill-page.module.css'

/** How to pay what is owed of a shared bill: a link to the UPI app on a phone, a QR code on a wide screen. Renders nothing if nothing is owed. */
export function SharedBillPayment({ payment: { owed, upi, method } }: { payment: Payment }) {
  if (owed === 0) return null
  const amount = formatRupees(owed)
  return (
    <section className={styles.pay}>
      <h2>{texts.pay(amount)}</h2>
      {upi ? (
        <>
          <a
            href={upi.link}
            className={classNames(buttonClass({ variant: 'accent', wide: true }), styles.narrow)}
          >
            <Icon icon={Smartphone} />
            {texts.payByUPI}
          </a>
          <div className={styles.code}>
            <QrCode value={upi.link} label={texts.codeFor(amount)} />
          </div>
          <p className={styles.hint}>{billTexts.scan}</p>
          <p className={styles.hint}>{texts.straightToTheShop}</p>
        </>
      ) : (
        <p>{method}</p>
      )}
    </section>
  )
}
