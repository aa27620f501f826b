import { Copy, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { QrCode } from '@/ui/qr-code'
import type { OwnOrder } from './own-orders'
import { statusTexts } from './status-texts'
import { UpiClaim } from './upi-claim'
import styles from './upi-payment.module.css'

/**
 * How to pay a cash order to the shop's UPI address: the QR code, the address to copy, and on phones a link to a UPI app,
 * which comes last because many apps refuse unsigned links. Renders nothing if the order cannot be paid this way.
 */
export function UpiPayment({ order, level: Title }: { order: OwnOrder; level: 'h2' | 'h3' }) {
  const { upi, claim, collectAmt } = order
  const titleId = useId()
  const [copied, setCopied] = useState(false)
  // Keep showing a claim even if the owner has removed the UPI address.
  if (!upi) return claim && collectAmt > 0 ? <UpiClaim order={order} /> : null
  const amount = formatRupees(toPaise(upi.amount))
  const copy = () =>
    // Browsers have no clipboard without TLS.
    Promise.resolve(navigator.clipboard?.writeText(upi.id) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied(true),
      () => notify.error(statusTexts.notCopied),
    )
  return (
    <section className={styles.payment} aria-labelledby={titleId}>
      <Title id={titleId}>{statusTexts.payByUpi}</Title>
      <div className={styles.columns}>
        <QrCode value={upi.link} label={statusTexts.qrLabel(amount, upi.name)} className={styles.code} />
        <div className={styles.details}>
          <p className={styles.amount}>{amount}</p>
          <p className={styles.hint}>{statusTexts.payHint}</p>
          <p className={styles.address}>
            <span>{statusTexts.upiId}</span>
            <b>{upi.id}</b>
            <Button
              variant="outline"
              size="small"
              icon={Copy}
              aria-label={copied ? undefined : statusTexts.copyId(upi.id)}
              onClick={() => void copy()}
            >
              {copied ? statusTexts.copied : statusTexts.copy}
            </Button>
          </p>
          <p className={styles.link}>
            <a href={upi.link} className={buttonClass({ variant: 'outline', wide: true })}>
              <Icon icon={Smartphone} />
              {statusTexts.openApp}
            </a>
            <span className={styles.hint}>{statusTexts.openAppHint}</span>
          </p>
        </div>
      </div>
      <UpiClaim order={order} />
    </section>
  )
}
