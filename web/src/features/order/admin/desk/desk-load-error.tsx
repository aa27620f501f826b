import { errorMessage } from '@/lib/errors'
import { useConnection } from '@/lib/event-stream'
import { texts as sharedTexts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { deskTexts } from '../desk-texts'
import styles from './desk-load-error.module.css'

type Props = { error: Error | null; onRetry: () => void }

/** Why the orders failed to load; renders nothing while the offline line says it. */
export function DeskLoadError({ error, onRetry }: Props) {
  const connection = useConnection()
  if (!error || connection.state === 'offline') return null
  return (
    <Alert tone="danger" className={styles.error} role="alert">
      {errorMessage(error, deskTexts.failedToLoad)}{' '}
      <button type="button" onClick={onRetry}>
        {sharedTexts.tryAgain}
      </button>
    </Alert>
  )
}
