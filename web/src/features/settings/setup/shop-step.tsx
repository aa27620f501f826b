import { DEFAULT_NAME } from '@/lib/shop-branding'
import { Field } from '@/ui/field'
import { PincodeField } from '../pincode-field'
import { ShopPreview } from '../shop-preview'
import { setupTexts } from './setup-texts'
import styles from './setup-wizard.module.css'
import { type StepProps, textField } from './step-props'

export function ShopStep(props: StepProps) {
  const { values, errors, onChange } = props
  const { shop } = setupTexts
  return (
    <>
      <Field label={shop.name} autoComplete="organization" {...textField(props, 'shopName')} />
      <ShopPreview name={values.shopName || DEFAULT_NAME} />
      <Field
        label={shop.phone}
        type="tel"
        autoComplete="tel"
        description={shop.phoneHint}
        {...textField(props, 'phone')}
      />
      <PincodeField
        value={values.pincodes}
        onChange={(pincodes) => onChange({ pincodes })}
        error={errors.pincodes}
      />
      <Field
        label={shop.minOrder}
        prefix="₹"
        inputMode="decimal"
        description={shop.minOrderHint}
        {...textField(props, 'minOrder')}
      />
      <Field
        label={shop.minutes}
        inputMode="numeric"
        description={shop.minutesHint}
        {...textField(props, 'minutes')}
      />
      <div className={styles.pair}>
        <Field label={shop.opens} type="time" description={shop.hoursHint} {...textField(props, 'opens')} />
        <Field label={shop.closes} type="time" {...textField(props, 'closes')} />
      </div>
    </>
  )
}
