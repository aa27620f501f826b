import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client, unwrapEnvelope } from '@/lib/api'
import { clearSession } from '@/lib/change-session'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { saveFile } from '@/lib/save-file'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { removePrivateQueries } from '../api'
import { useConfirmedCall } from '../confirmed-call'
import { texts } from '../texts'
import styles from './profile-page.module.css'

const readData = () => unwrapEnvelope(client.GET('/api/user/data'))

const deleteAccount = (password?: string) =>
  unwrapEnvelope(client.DELETE('/api/user/account', { body: { password } }))

/**
 * Buttons that download all data about the user and delete the account. `mayDelete` is false for staff, whose accounts
 * the owner removes.
 */
export function DataPanel({ mayDelete }: { mayDelete: boolean }) {
  const download = useMutation({
    mutationFn: readData,
    onSuccess: (data) => saveFile(JSON.stringify(data, null, 2), 'my-data.json', 'application/json'),
    onError: (error) => toastError(error, { fallback: texts.dataFailed }),
  })
  return (
    <Panel padded className={styles.section}>
      <h2 className={textStyles.title}>{texts.yourData}</h2>
      <p>{texts.yourDataHint}</p>
      <Button
        variant="outline"
        icon={Download}
        pending={download.isPending}
        onClick={() => download.mutate()}
      >
        {texts.downloadData}
      </Button>
      {mayDelete && <DeleteAccount />}
    </Panel>
  )
}

function DeleteAccount() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const confirmed = useConfirmedCall()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => confirmed.run(deleteAccount),
    onSuccess: () => {
      clearSession()
      removePrivateQueries(queryClient)
      notify.success(texts.accountDeleted)
      void navigate({ to: '/', replace: true })
    },
    onError: (error) => toastError(error, { fallback: texts.accountNotDeleted }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <p>{texts.deleteAccountHint}</p>
      <Button variant="danger-quiet" icon={Trash2} onClick={() => setAsking(true)}>
        {texts.deleteAccount}
      </Button>
      <ConfirmDialog
        open={asking}
        title={texts.deleteAccount}
        question={texts.deleteAccountQuestion}
        answers={texts.deleteAccountAnswers}
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
      />
      {confirmed.dialog}
    </>
  )
}
