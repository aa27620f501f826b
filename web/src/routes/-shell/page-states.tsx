import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api'
import { isChunkLoadError } from '@/lib/chunk-load-error'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import basket from '@/pictures/basket.webp'
import { EmptyState } from '@/ui/empty-state'

/** An address that nothing stands behind. */
export function NotFoundPage() {
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <NothingHere />
    </main>
  )
}

/** The same, within a page's frame. */
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
      <Link to="/" className="btn btn--main">
        {texts.goToHome}
      </Link>
    </EmptyState>
  )
}

/** Whatever went wrong while a page was made: what happened, and a way to try again. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const lost = isChunkLoadError(error)
  const away = lost || error instanceof ApiError
  useEffect(() => {
    // A shop that was renewed meanwhile has other files. Once: a page that failed again stays as it is.
    if (lost && !cameByReload()) void answers().then((there) => there && location.reload())
  }, [lost])
  const tryAgain = async () => {
    if (!lost) {
      reset()
      return router.invalidate()
    }
    // The browser may hold on to the failure; a page that is loaded anew does not.
    if (await answers()) location.reload()
    else notify.error(texts.serverAway, { id: 'server-away' })
  }
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <EmptyState
        icon={away ? WifiOff : CircleAlert}
        tone="indigo"
        level={1}
        title={texts.failed}
        description={
          lost ? texts.serverAway : away ? errorMessage(error, texts.unexpected) : texts.failedHint
        }
      >
        <button type="button" className="btn btn--main" onClick={() => void tryAgain()}>
          {texts.tryAgain}
        </button>
      </EmptyState>
    </main>
  )
}

/** Whether the shop would answer for this page now. */
async function answers(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  return answer !== undefined && answer.status < 500
}

function cameByReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}
