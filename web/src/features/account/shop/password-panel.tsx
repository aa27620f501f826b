import { useState } from 'react'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { useServerForm } from '@/lib/use-server-form'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Panel } from '@/ui/panel'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { changePassword } from '../calls'
import { PasswordField } from '../password-field'
import { changePasswordSchema } from '../schemas'
import { texts } from '../texts'
import { UsernameField } from '../username-field'
import styles from './profile-page.module.css'

/** Changes the user's password in a dialog. */
export function PasswordPanel({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Panel padded className={styles.section}>
      <h2 className={textStyles.title}>{texts.password}</h2>
      <p>{texts.changePasswordHint}</p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {texts.changePassword}
      </Button>
      {open && <PasswordDialog email={email} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function PasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useServerForm({
    schema: changePasswordSchema,
    defaultValues: { password: '', newPassword: '', confirmPassword: '' },
    submit: changePassword,
    onSuccess: () => {
      onClose()
      notify.success(texts.passwordChanged)
    },
    messages: { fallback: texts.passwordNotChanged },
  })
  return (
    <Dialog open form title={texts.changePassword} onClose={onClose}>
      <form className={stack.form} noValidate onSubmit={form.onSubmit}>
        <UsernameField email={email} />
        <PasswordField
          label={texts.currentPassword}
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
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {form.isPending ? texts.updating : texts.changePassword}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
