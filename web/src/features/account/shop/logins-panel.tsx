import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { texts } from '../texts'
import { endLogins, type Login, loginsQuery } from './logins-api'
import styles from './logins-panel.module.css'

/** The user's logins, with buttons that end one of them, or all except this browser's. */
export function LoginsPanel() {
  const queryClient = useQueryClient()
  const { data: logins = [] } = useQuery(loginsQuery)
  const end = useMutation({
    mutationFn: endLogins,
    onSuccess: () => notify.success(texts.loginEnded),
    onError: (error) => toastError(error, { fallback: texts.loginNotEnded }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
  if (logins.length === 0) return null
  return (
    <Panel padded className={styles.logins}>
      <h2 className={textStyles.title}>{texts.logins}</h2>
      <ul>
        {logins.map((login) => (
          <LoginLine key={login._id} login={login} busy={end.isPending} onEnd={() => end.mutate(login._id)} />
        ))}
      </ul>
      {logins.length > 1 && (
        <Button variant="outline" pending={end.isPending} onClick={() => end.mutate(undefined)}>
          {texts.endOtherLogins}
        </Button>
      )}
    </Panel>
  )
}

type LineProps = { login: Login; busy: boolean; onEnd: () => void }

function LoginLine({ login, busy, onEnd }: LineProps) {
  const { device, address, createdAt, lastSeenAt, current } = login
  const name = device || texts.unknownDevice
  return (
    <li className={styles.login}>
      <Icon icon={/Android|iPhone|iPad/.test(device) ? Smartphone : Laptop} />
      <span className={styles.text}>
        <b>{name}</b>
        <span>
          {texts.since(formatDateTime(createdAt))} · {texts.lastSeen(formatDateTime(lastSeenAt))}
        </span>
        <span>{address}</span>
      </span>
      {current ? (
        <Badge tone="success">{texts.thisDevice}</Badge>
      ) : (
        <Button
          variant="danger-quiet"
          size="small"
          pending={busy}
          aria-label={texts.endLogin(name)}
          onClick={onEnd}
        >
          {texts.logOutThere}
        </Button>
      )}
    </li>
  )
}
