import { buttonClass } from '@/ui/button'
import { QrCode } from '@/ui/qr-code'
import { fieldTexts } from './settings-texts'
import { trialPayment } from './upi'
import styles from './upi-trial.module.css'

/** A test payment of ₹1 to a UPI ID: a QR code for another phone, and a link for this one. Renders nothing for an invalid UPI ID. */
export function UpiTrial({ upiId, name }: { upiId: string; name: string }) {
  const link = trialPayment(upiId, name)
  if (!link) return null
  return (
    <div className={styles.trial}>
      <QrCode value={link} label={fieldTexts.upiCode} className={styles.code} />
      <span>{fieldTexts.tryUpi}</span>
      <a href={link} className={buttonClass({ variant: 'outline', size: 'small' })}>
        {fieldTexts.openUpi}
      </a>
    </div>
  )
}
