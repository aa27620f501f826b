import { LogIn, WifiOff } from 'lucide-react'
import { formatTime } from '@/lib/dates'
import { Alert } from '@/ui/alert'
import type { CounterState } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-layout.module.css'

/** Explains why sales are waiting on the device. */
export function CounterNotices({ state: { offlineSince, needsLogin, gap } }: { state: CounterState }) {
  return (
    <div role="status" className={styles.notices}>
      {offlineSince !== undefined && (
        <Alert tone="warning" icon={WifiOff}>
          <b>{texts.offline(formatTime(new Date(offlineSince)))}</b> {texts.offlineHint}
        </Alert>
      )}
      {gap !== undefined && (
        <Alert tone="warning">
          <b>{texts.gap(gap)}</b> {texts.gapHint}
        </Alert>
      )}
      {needsLogin && (
        <Alert tone="warning" icon={LogIn}>
          <b>{texts.login}</b> {texts.loginHint}
        </Alert>
      )}
    </div>
  )
}
