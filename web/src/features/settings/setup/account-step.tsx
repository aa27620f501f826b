import { PasswordField } from '@/features/account/password-field'
import { Field } from '@/ui/field'
import { setupTexts } from './setup-texts'
import { type StepProps, textField } from './step-props'

export function AccountStep(props: StepProps) {
  const { account } = setupTexts
  return (
    <>
      <Field label={account.name} autoComplete="name" required {...textField(props, 'name')} />
      <Field
        label={account.email}
        type="email"
        autoComplete="username"
        required
        {...textField(props, 'email')}
      />
      <PasswordField
        label={account.password}
        autoComplete="new-password"
        required
        description={account.passwordHint}
        {...textField(props, 'password')}
      />
    </>
  )
}
