import { errorMessage } from '@/lib/errors'
import { useConnection } from '@/lib/event-stream'
import { texts as sharedTexts } from '@/lib/texts'
import { Alert } from '@/ui/alert'
import { deskTexts } from '../desk-texts'
import styles from './desk-load-error.module.css'

type Props = { error: Error | null; onRetry: () => void }

/** Shows why the orders failed to load, unless the offline line already does. */
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
