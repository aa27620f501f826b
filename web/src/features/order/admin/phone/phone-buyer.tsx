import { Field } from '@/ui/field'
import type { Buyer } from '../../checkout-attempt'
import type { OrderFailure } from '../../order-failure'
import styles from '../sheet/bill-documents.module.css'
import { sheetTexts } from '../sheet/sheet-texts'

type Props = {
  buyer: Buyer
  onChange: (buyer: Buyer) => void
  /** The server's errors by field. */
  refused: OrderFailure['buyer']
}

/** A collapsed form for a business that needs the bill in its name. */
export function PhoneBuyer({ buyer, onChange, refused }: Props) {
  return (
    <details className={styles.details} open={refused !== undefined}>
      <summary>{sheetTexts.forBusiness}</summary>
      <div className={styles.form}>
        <Field
          label={sheetTexts.businessName}
          name="buyerName"
          autoComplete="off"
          maxLength={100}
          value={buyer.name}
          error={refused?.name}
          onChange={({ target }) => onChange({ ...buyer, name: target.value })}
        />
        <Field
          label={sheetTexts.gstin}
          name="buyerGSTIN"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={buyer.gstin}
          error={refused?.gstin}
          onChange={({ target }) => onChange({ ...buyer, gstin: target.value })}
        />
      </div>
    </details>
  )
}
