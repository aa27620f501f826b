import { WifiOff } from 'lucide-react'
import { errorMessage } from '@/lib/errors'
import { texts } from '@/lib/texts'
import { Button } from './button'
import { EmptyState } from './empty-state'

type Props = {
  reason: unknown
  /** Replaces the default title. */
  title?: string
  retry: () => unknown
}

/** Replaces a list that failed to load: the reason and a retry button. */
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
