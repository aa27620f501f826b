import { ChevronDown, ReceiptIndianRupee } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { texts } from '../texts'
import styles from './business-buyer.module.css'
import type { BuyerDraft } from './use-buyer'

type Props = {
  draft: BuyerDraft
  onChange: (draft: BuyerDraft) => void
  /** The server's errors by field. */
  refused: { name?: string; gstin?: string } | undefined
}

/** A collapsed form for shoppers who need the bill in the name of their business. */
export function BusinessBuyer({ draft, onChange, refused }: Props) {
  const { name, gstin, open, kept } = draft
  return (
    <details
      className={classNames(panelClass(), styles.business)}
      open={open || refused !== undefined}
      onToggle={({ currentTarget }) => onChange({ ...draft, open: currentTarget.open })}
    >
      <summary>
        <Icon icon={ReceiptIndianRupee} />
        <span>
          <b>{texts.businessBill}</b>
          <small>{texts.businessBillHint}</small>
        </span>
        <Icon icon={ChevronDown} className={styles.chevron} />
      </summary>
      <div className={styles.fields}>
        <Field
          label={texts.businessName}
          name="buyerName"
          autoComplete="organization"
          maxLength={100}
          value={name}
          error={refused?.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
        <Field
          label={texts.gstin}
          name="buyerGSTIN"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={gstin}
          error={refused?.gstin}
          onChange={({ target }) => onChange({ ...draft, gstin: target.value })}
        />
        <label className={styles.keep}>
          <Checkbox checked={kept} onChange={({ target }) => onChange({ ...draft, kept: target.checked })} />
          {texts.keepBusiness}
        </label>
        <p className={styles.hint}>{texts.businessUntil}</p>
      </div>
    </details>
  )
}
