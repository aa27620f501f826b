import { WifiOff } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { useOffline } from '@/lib/offline'
import { texts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { containerClass } from '@/ui/page'
import styles from './offline-notice.module.css'

/** Announces that the network is down and how old the data on display may be. */
export function OfflineNotice() {
  const since = useOffline()
  return (
    <div className={classNames(containerClass, styles.status)} role="status">
      {since !== undefined && (
        <Alert tone="warning" icon={WifiOff} className={styles.notice}>
          {since ? texts.offlineSince(formatDateTime(since)) : texts.offline}
        </Alert>
      )}
    </div>
  )
}
