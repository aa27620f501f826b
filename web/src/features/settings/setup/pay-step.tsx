import { Field } from '@/ui/field'
import { Panel } from '@/ui/panel'
import { Switch } from '@/ui/switch'
import { fieldTexts } from '../settings-texts'
import { UpiTrial } from '../upi-trial'
import type { SetupChoices } from './setup-api'
import { setupTexts } from './setup-texts'
import styles from './setup-wizard.module.css'
import { type StepProps, textField } from './step-props'

export function PayStep(props: StepProps & { choices: SetupChoices }) {
  const { values, errors, onChange, choices } = props
  const { pay } = setupTexts
  return (
    <>
      <Panel padded>
        <Switch
          label={pay.cash}
          error={errors.cod}
          checked={values.cod}
          onChange={({ target }) => onChange({ cod: target.checked })}
        />
        <Switch
          label={pay.upi}
          description={pay.upiHint}
          checked={values.upi}
          onChange={({ target }) => onChange({ upi: target.checked })}
        />
        {values.upi && (
          <div className={styles.account}>
            <Field
              label={fieldTexts.upiId}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              {...textField(props, 'upiId')}
            />
            <UpiTrial upiId={values.upiId} name={values.shopName || values.name} />
          </div>
        )}
        <Switch
          label={pay.card}
          description={choices.online ? undefined : pay.cardLater}
          checked={choices.online}
          disabled
          readOnly
        />
      </Panel>
      <Field
        label={pay.fssai}
        inputMode="numeric"
        description={pay.fssaiHint}
        {...textField(props, 'fssai')}
      />
    </>
  )
}
