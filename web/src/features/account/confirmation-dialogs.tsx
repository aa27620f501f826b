import { Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSupportsPasskeys } from '@/lib/passkeys'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import { PasswordField } from './password-field'
import { texts } from './texts'

type PasswordProps = {
  error?: string
  busy?: boolean
  onPassword: (password: string) => void
  onClose: () => void
}

/** Asks for the user's password. */
export function PasswordDialog({ error, busy, onPassword, onClose }: PasswordProps) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  return (
    <ConfirmationDialog
      title={texts.confirmYourPassword}
      description={texts.confirmYourPasswordHint}
      busy={busy}
      onClose={onClose}
      onSubmit={() => (password === '' ? setMissing(texts.required(texts.password)) : onPassword(password))}
    >
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        required
        value={password}
        error={missing ?? error}
        onChange={({ target }) => {
          setMissing(undefined)
          setPassword(target.value)
        }}
      />
    </ConfirmationDialog>
  )
}

type CodeProps = {
  error?: string
  busy?: boolean
  onCode: (code: string) => void
  /** Signs with a passkey instead of a code; undefined if the user has none. */
  onPasskey?: () => void
  onClose: () => void
}

/** Asks for a code of the second factor, or for a passkey instead. */
export function CodeDialog({ error, busy, onCode, onPasskey, onClose }: CodeProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const supported = useSupportsPasskeys()
  return (
    <ConfirmationDialog
      title={texts.confirmWithCode}
      description={texts.confirmWithCodeHint}
      busy={busy}
      onClose={onClose}
      onSubmit={() => (code.trim() === '' ? setMissing(texts.required(texts.code)) : onCode(code))}
    >
      <Field
        label={texts.codeOrRecovery}
        name="code"
        autoComplete="one-time-code"
        required
        value={code}
        error={missing ?? error}
        onChange={({ target }) => {
          setMissing(undefined)
          setCode(target.value)
        }}
      />
      {onPasskey && supported && (
        <Button variant="outline" wide icon={Fingerprint} pending={busy} onClick={onPasskey}>
          {texts.usePasskey}
        </Button>
      )}
    </ConfirmationDialog>
  )
}

type DialogProps = {
  title: string
  description: string
  busy: boolean | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

function ConfirmationDialog({ title, description, busy, onSubmit, onClose, children }: DialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through the portal to an enclosing form, which must not be submitted.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Dialog open over title={title} description={description} onClose={onClose}>
      <form className={stack.dialogForm} noValidate onSubmit={submit}>
        {children}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={busy}>
            {sharedTexts.confirm}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
