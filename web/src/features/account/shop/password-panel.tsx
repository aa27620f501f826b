import { notify } from '@/lib/notify'
import { useServerForm } from '@/lib/use-server-form'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { changePassword } from '../api'
import { PasswordField } from '../password-field'
import { changePasswordSchema } from '../schemas'
import { texts } from '../texts'
import styles from './profile-page.module.css'

/** Changes the user's password; every login but this browser's ends. */
export function PasswordPanel({ email }: { email: string }) {
  const form = useServerForm({
    schema: changePasswordSchema,
    defaultValues: { password: '', newPassword: '', confirmPassword: '' },
    submit: changePassword,
    onSuccess: () => {
      form.reset()
      notify.success(texts.passwordChanged)
    },
    messages: { fallback: texts.passwordNotChanged },
  })
  return (
    <Panel padded className={styles.section}>
      <h2>{texts.changePassword}</h2>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        {/* Password managers keep the new password under it. */}
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          className={styles.usernameField}
          aria-hidden="true"
        />
        <PasswordField
          label={texts.presentPassword}
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          required
          description={texts.passwordRule}
          {...form.field('newPassword')}
        />
        <PasswordField
          label={texts.confirmNewPassword}
          autoComplete="new-password"
          required
          {...form.field('confirmPassword')}
        />
        <Button type="submit" disabled={form.isPending}>
          {form.isPending ? texts.updating : texts.changePassword}
        </Button>
      </form>
    </Panel>
  )
}
