import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { useConfirmedCall } from '../confirmed-call'
import { texts } from '../texts'
import styles from './profile-page.module.css'
import { beginSecondFactor, secondFactorQuery } from './second-factor-api'
import { DisableDialog, EnableDialog, type NewSecondFactor } from './second-factor-dialogs'

/** Enables or disables the second factor (codes of an authenticator app) of a member of staff. */
export function SecondFactorPanel() {
  const queryClient = useQueryClient()
  const { data } = useQuery(secondFactorQuery)
  const [made, setMade] = useState<NewSecondFactor>()
  const [disabling, setDisabling] = useState(false)
  const confirmed = useConfirmedCall()
  const begin = useMutation({
    mutationFn: () => confirmed.run(beginSecondFactor),
    onSuccess: setMade,
    onError: (error) => toastError(error, { fallback: texts.secondFactorFailed }),
  })
  if (!data) return null
  const refresh = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  return (
    <Panel padded className={styles.section}>
      <h2 id="second-factor" className={textStyles.title}>
        {texts.secondFactor}
      </h2>
      {data.enabled ? (
        <>
          <Alert tone="success" icon={ShieldCheck}>
            {texts.secondFactorOn} {texts.recoveryCodesLeft(data.recoveryCodes)}
          </Alert>
          <Button variant="outline" onClick={() => setDisabling(true)}>
            {texts.disableSecondFactor}
          </Button>
        </>
      ) : (
        <>
          <p>{texts.secondFactorHint}</p>
          <Button variant="outline" pending={begin.isPending} onClick={() => begin.mutate()}>
            {texts.enableSecondFactor}
          </Button>
        </>
      )}
      {made && (
        <EnableDialog
          made={made}
          onClose={() => {
            setMade(undefined)
            void refresh()
          }}
        />
      )}
      {disabling && (
        <DisableDialog
          onClose={() => setDisabling(false)}
          onDisabled={() => {
            setDisabling(false)
            notify.success(texts.secondFactorOff)
            void refresh()
          }}
        />
      )}
      {confirmed.dialog}
    </Panel>
  )
}
