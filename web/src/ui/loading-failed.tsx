import { WifiOff } from 'lucide-react'
import { errorMessage } from '@/lib/errors'
import { texts } from '@/lib/texts'
import { EmptyState } from './empty-state'

type Props = {
  reason: unknown
  /** The page's own sentence for it. */
  title?: string
  retry: () => unknown
}

/** In place of a list that could not be read: what happened, and a way to try again. */
export function LoadingFailed({ reason, title = texts.failed, retry }: Props) {
  return (
    <EmptyState sign={WifiOff} aisle={8} title={title} hint={errorMessage(reason, texts.unexpected)}>
      <button type="button" className="btn btn--main" onClick={() => void retry()}>
        {texts.tryAgain}
      </button>
    </EmptyState>
  )
}
