import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { texts } from '../texts'
import { endSessions, type Session, sessionsQuery } from './sessions-api'
import styles from './sessions-panel.module.css'

/** Where the user is logged in: each login can be ended, or all but this browser's at once. */
export function SessionsPanel() {
  const queryClient = useQueryClient()
  const { data: sessions = [] } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess: () => notify.success(texts.sessionEnded),
    onError: (error) => toastError(error, { fallback: texts.sessionNotEnded }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  if (sessions.length === 0) return null
  return (
    <Panel padded className={styles.sessions}>
      <h2>{texts.sessions}</h2>
      <ul>
        {sessions.map((session) => (
          <SessionLine
            key={session._id}
            session={session}
            busy={end.isPending}
            onEnd={() => end.mutate(session._id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="outline" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
          {texts.endOtherSessions}
        </Button>
      )}
    </Panel>
  )
}

type LineProps = { session: Session; busy: boolean; onEnd: () => void }

function SessionLine({ session, busy, onEnd }: LineProps) {
  const { device, address, createdAt, lastSeenAt, current } = session
  const name = device || texts.unknownDevice
  return (
    <li className={styles.session}>
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
          disabled={busy}
          aria-label={texts.endSession(name)}
          onClick={onEnd}
        >
          {texts.logOutThere}
        </Button>
      )}
    </li>
  )
}
