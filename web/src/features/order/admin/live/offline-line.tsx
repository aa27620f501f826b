import { Hourglass, WifiOff } from 'lucide-react'
import { formatTime } from '@/lib/dates'
import { useConnection } from '@/lib/event-stream'
import { Alert } from '@/ui/alert'
import { textLinkClass } from '@/ui/text-link'
import { deskTexts } from '../desk-texts'
import styles from './offline-line.module.css'
import { discardPendingSteps, usePendingSteps } from './pending-steps'

/** The line below the desk's header while the server is unreachable: since when, and how many steps are pending. */
export function OfflineLine() {
  const { state, heardAt } = useConnection()
  const waiting = usePendingSteps().length
  const offline = state === 'offline'
  return (
    <div role="status" className={styles.live}>
      {(offline || waiting > 0) && (
        <Alert
          tone="warning"
          icon={offline ? WifiOff : Hourglass}
          className={styles.line}
          action={
            waiting > 0 && (
              <button type="button" className={textLinkClass} onClick={discardPendingSteps}>
                {deskTexts.discardSteps}
              </button>
            )
          }
        >
          {[
            offline && deskTexts.offline(formatTime(new Date(heardAt))),
            waiting > 0 && deskTexts.stepsWait(waiting),
          ]
            .filter(Boolean)
            .join(', ')}
        </Alert>
      )}
    </div>
  )
}
