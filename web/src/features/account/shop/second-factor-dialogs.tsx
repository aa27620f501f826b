import { useState } from 'react'
import { copyText } from '@/lib/copy-text'
import { texts as sharedTexts } from '@/lib/texts'
import { useServerForm } from '@/lib/use-server-form'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { QrCode } from '@/ui/qr-code'
import { stack } from '@/ui/stack'
import { useConfirmedCall } from '../confirmed-call'
import { codeSchema } from '../schemas'
import { texts } from '../texts'
import { disableSecondFactor, enableSecondFactor } from './second-factor-api'
import styles from './second-factor-dialogs.module.css'

export type NewSecondFactor = { key: string; url: string }

/** Shows the secret for the authenticator app, asks for its first code, and then shows the recovery codes. */
export function EnableDialog({ made, onClose }: { made: NewSecondFactor; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  return codes ? (
    <RecoveryCodesDialog codes={codes} onClose={onClose} />
  ) : (
    <AppDialog made={made} onEnabled={setCodes} onClose={onClose} />
  )
}

type AppProps = { made: NewSecondFactor; onEnabled: (recoveryCodes: string[]) => void; onClose: () => void }

function AppDialog({ made, onEnabled, onClose }: AppProps) {
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    submit: ({ code }) => confirmed.run((password) => enableSecondFactor(code, password)),
    onSuccess: ({ codes }) => onEnabled(codes),
    messages: { fallback: texts.secondFactorFailed },
  })
  return (
    <Dialog open form title={texts.enableSecondFactorTitle} description={texts.scanWithApp} onClose={onClose}>
      <form className={stack.dialogForm} noValidate onSubmit={form.onSubmit}>
        <QrCode value={made.url} label={texts.secondFactorQr} className={styles.code} />
        <p className={styles.secret}>
          {texts.orTypeSecret} <code>{made.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <Field
          label={texts.codeOfApp}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.field('code')}
        />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {texts.enableSecondFactor}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </Dialog>
  )
}

/** Shows the recovery codes; they cannot be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = () =>
    copyText(codes.join('\n'), { copied: texts.codesCopied, notCopied: texts.codesNotCopied })
  return (
    <Dialog open form title={texts.recoveryCodes} description={texts.recoveryCodesHint} onClose={onClose}>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="outline" onClick={() => void copy()}>
          {texts.copyCodes}
        </Button>
        <Button onClick={onClose}>{texts.codesKept}</Button>
      </DialogFooter>
    </Dialog>
  )
}

type DisableProps = { onClose: () => void; onDisabled: () => void }

/** Disables the second factor, confirmed by one of its codes. */
export function DisableDialog({ onClose, onDisabled }: DisableProps) {
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    submit: ({ code }) => confirmed.run((password) => disableSecondFactor(code, password)),
    onSuccess: onDisabled,
    messages: { fallback: texts.secondFactorFailed },
  })
  return (
    <Dialog
      open
      form
      title={texts.disableSecondFactorTitle}
      description={texts.disableSecondFactorHint}
      onClose={onClose}
    >
      <form className={stack.dialogForm} noValidate onSubmit={form.onSubmit}>
        <Field label={texts.codeOrRecovery} autoComplete="one-time-code" required {...form.field('code')} />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" variant="danger" pending={form.isPending}>
            {texts.disableSecondFactor}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </Dialog>
  )
}
