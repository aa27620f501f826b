import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { isPasskeyCanceled, useSupportsPasskeys } from '@/lib/passkeys'
import { texts as sharedTexts } from '@/lib/texts'
import { useMutation } from '@/lib/use-mutation'
import { useServerForm } from '@/lib/use-server-form'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { useConfirmedCall } from '../confirmed-call'
import { passkeySchema } from '../schemas'
import { texts } from '../texts'
import styles from './logins-panel.module.css'
import { addPasskey, beginPasskey, type Passkey, passkeysQuery, removePasskey } from './passkeys-api'
import { secondFactorQuery } from './second-factor-api'
import { RecoveryCodesDialog } from './second-factor-dialogs'

/** Adds and removes passkeys of a member of staff. A passkey replaces the code of the second factor, or the whole login. */
export function PasskeysPanel() {
  const queryClient = useQueryClient()
  const { data } = useQuery(passkeysQuery)
  const supported = useSupportsPasskeys()
  const [naming, setNaming] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const confirmed = useConfirmedCall()
  const refresh = () =>
    Promise.all(
      [passkeysQuery, secondFactorQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    )
  const remove = useMutation({
    mutationFn: (id: string) => confirmed.run((password, factor) => removePasskey(id, password, factor)),
    onSuccess: () => notify.success(texts.passkeyRemoved),
    onError: (error) => toastError(error, { fallback: texts.passkeyFailed }),
    onSettled: refresh,
  })
  if (!data || (!data.available && data.passkeys.length === 0)) return null
  return (
    <Panel padded className={styles.logins}>
      <h2 id="passkeys" className={textStyles.title}>
        {texts.passkeys}
      </h2>
      <p>{texts.passkeysHint}</p>
      {data.passkeys.length > 0 && (
        <ul aria-label={texts.passkeys}>
          {data.passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey._id}
              passkey={passkey}
              busy={remove.isPending}
              onRemove={() => remove.mutate(passkey._id)}
            />
          ))}
        </ul>
      )}
      {supported ? (
        <Button variant="outline" icon={Fingerprint} onClick={() => setNaming(true)}>
          {texts.addPasskey}
        </Button>
      ) : (
        <p>{texts.noPasskeysHere}</p>
      )}
      {naming && (
        <AddDialog
          onClose={() => setNaming(false)}
          onAdded={(recoveryCodes) => {
            setNaming(false)
            setCodes(recoveryCodes)
            notify.success(texts.passkeyAdded)
            void refresh()
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {confirmed.dialog}
    </Panel>
  )
}

type LineProps = { passkey: Passkey; busy: boolean; onRemove: () => void }

function PasskeyLine({ passkey, busy, onRemove }: LineProps) {
  const { name, copiedAt, lastUsedAt, createdAt } = passkey
  return (
    <li className={styles.login}>
      <Icon icon={KeyRound} />
      <span className={styles.text}>
        <b>{name}</b>
        <span>
          {texts.passkeySince(formatDateTime(createdAt))}
          {lastUsedAt && ` · ${texts.lastSeen(formatDateTime(lastUsedAt))}`}
        </span>
        {copiedAt && <span>{texts.passkeyCopied}</span>}
      </span>
      <Button
        variant="danger-quiet"
        size="small"
        pending={busy}
        aria-label={texts.removePasskey(name)}
        onClick={onRemove}
      >
        {texts.remove}
      </Button>
    </li>
  )
}

type AddProps = { onClose: () => void; onAdded: (recoveryCodes: string[] | undefined) => void }

function AddDialog({ onClose, onAdded }: AddProps) {
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema: passkeySchema,
    defaultValues: { name: '' },
    submit: async ({ name }) => addPasskey({ name, challenge: await confirmed.run(beginPasskey) }),
    onSuccess: ({ codes }) => onAdded(codes ?? undefined),
    messages: { fallback: texts.passkeyFailed },
    showToast: (error) => {
      if (!isPasskeyCanceled(error)) toastError(error, { fallback: texts.passkeyFailed })
    },
  })
  return (
    <Dialog open form title={texts.addPasskey} description={texts.addPasskeyHint} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <Field label={texts.passkeyName} autoComplete="off" required {...form.field('name')} />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {texts.addPasskey}
          </Button>
        </DialogFooter>
      </form>
      {confirmed.dialog}
    </Dialog>
  )
}
