import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api'
import { isChunkLoadError, reloadIfReachable } from '@/lib/chunk-load-error'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Page } from '@/ui/page'

/** The page of an unknown URL. */
export function NotFoundPage() {
  return (
    <Page>
      <NothingHere />
    </Page>
  )
}

/** The not-found message within a page's frame. */
export function NothingHere() {
  useTitle(texts.notFoundTitle)
  return (
    <EmptyState
      icon={basket}
      tone="turmeric"
      level={1}
      title={texts.notFoundTitle}
      description={texts.notFound}
    >
      <Link to="/" className={buttonClass()}>
        {texts.goToHome}
      </Link>
    </EmptyState>
  )
}

/** The error page of any route: what happened, and a retry button. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isChunkError = isChunkLoadError(error)
  const isConnectionError = isChunkError || error instanceof ApiError
  useEffect(() => {
    // After a new release the old chunks are gone: reload, but only once. A page that fails again stays as it is.
    if (isChunkError && !cameByReload()) void reloadIfReachable()
  }, [isChunkError])
  const tryAgain = async () => {
    if (!isChunkError) {
      reset()
      return router.invalidate()
    }
    // The browser may cache the failed import; a reload clears it.
    if (!(await reloadIfReachable())) notify.error(texts.serverUnreachable, { id: 'server-unreachable' })
  }
  return (
    <Page>
      <EmptyState
        icon={isConnectionError ? WifiOff : CircleAlert}
        tone="indigo"
        level={1}
        title={texts.failed}
        description={
          isChunkError
            ? texts.serverUnreachable
            : isConnectionError
              ? errorMessage(error, texts.unexpected)
              : texts.failedHint
        }
      >
        <Button onClick={() => void tryAgain()}>{texts.tryAgain}</Button>
      </EmptyState>
    </Page>
  )
}

function cameByReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}
