import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useEffect } from 'react'
import { userQuery } from '@/features/account/api'
import { client, unwrapEnvelope } from '@/lib/api'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Menu, menuItemClass } from '@/ui/menu'
import { settingsQuery } from '../api'
import { pauseChoices } from './pause-choices'
import styles from './pause-orders.module.css'
import { pauseTexts } from './pause-texts'

/** Formats a time for use within a sentence: "today, 7:30 pm". */
const spokenTime = (instant: string) => formatDateTime(instant).replace(/^T/, 't')

/** Pauses orders until a time (RFC 3339); null resumes them. */
const pauseUntil = (until: string | null) =>
  unwrapEnvelope(client.PUT('/api/settings/pause', { body: until ? { until } : {} }))

/** Lets managers pause and resume orders; all staff see until when they are paused. */
export function PauseOrders() {
  const queryClient = useQueryClient()
  const { data: shop } = useQuery(settingsQuery)
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const pausedUntil = shop?.pausedUntil
  useEffect(() => {
    if (!pausedUntil) return undefined
    const refetch = () => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    const timer = setTimeout(refetch, Math.max(0, Date.parse(pausedUntil) - Date.now()) + 1_000)
    return () => clearTimeout(timer)
  }, [pausedUntil, queryClient])

  const pause = useMutation({
    mutationFn: pauseUntil,
    onSuccess: async (_, until) => {
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      const resumesAt = queryClient.getQueryData(settingsQuery.queryKey)?.resumesAt ?? until
      notify.success(resumesAt ? pauseTexts.pausedDone(spokenTime(resumesAt)) : pauseTexts.resumedDone)
    },
    onError: (reason, until) =>
      toastError(reason, { fallback: until ? pauseTexts.failed : pauseTexts.failedToResume }),
  })
  const mayPause = user?.staffRole === 'OWNER' || user?.staffRole === 'MANAGER'
  if (!shop || (!mayPause && !pausedUntil)) return null
  if (pausedUntil) {
    return (
      <div className={styles.paused} role="status">
        <Icon icon={CirclePause} size="small" />
        {pauseTexts.paused(spokenTime(shop.resumesAt ?? pausedUntil))}
        {mayPause && (
          <Button size="small" variant="outline" pending={pause.isPending} onClick={() => pause.mutate(null)}>
            {pauseTexts.resume}
          </Button>
        )}
      </div>
    )
  }
  return (
    <Menu
      label={pauseTexts.pause}
      className={styles.menu}
      triggerClassName={buttonClass({ variant: 'outline', size: 'small', compact: true })}
      trigger={
        <>
          <Icon icon={CirclePause} />
          <span>{pauseTexts.pause}</span>
        </>
      }
    >
      {(close) => (
        <>
          <p className={styles.hint}>{pauseTexts.hint}</p>
          {pauseChoices(shop, Date.now()).map(({ key, until }) => (
            <button
              key={key}
              type="button"
              className={menuItemClass}
              disabled={pause.isPending}
              onClick={() => {
                close()
                pause.mutate(new Date(until).toISOString())
              }}
            >
              {pauseTexts.choices[key]}
              <span className={styles.until}>
                {pauseTexts.until(spokenTime(new Date(until).toISOString()))}
              </span>
            </button>
          ))}
        </>
      )}
    </Menu>
  )
}
