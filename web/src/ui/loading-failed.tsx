import { WifiOff } from 'lucide-react'
import { errorMessage } from '@/lib/errors'
import { texts } from '@/lib/texts'
import { Button } from './button'
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
    <EmptyState
      icon={WifiOff}
      tone="indigo"
      title={title}
      description={errorMessage(reason, texts.unexpected)}
    >
      <Button onClick={() => void retry()}>{texts.tryAgain}</Button>
    </EmptyState>
  )
}
