import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, WifiOff } from 'lucide-react'
import { ApiError, sentenceOf } from '@/lib/api'
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
    <EmptyState sign={basket} aisle={4} level={1} title={texts.notFoundTitle} hint={texts.notFound}>
      <Link to="/" className="btn btn--main">
        {texts.goToHome}
      </Link>
    </EmptyState>
  )
}

/** Whatever went wrong while a page was made: what happened, and a way to try again. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const away = error instanceof ApiError
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <EmptyState
        sign={away ? WifiOff : CircleAlert}
        aisle={8}
        level={1}
        title={texts.failed}
        hint={away ? sentenceOf(error, texts.unexpected) : texts.failedHint}
      >
        <button
          type="button"
          className="btn btn--main"
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        >
          {texts.tryAgain}
        </button>
      </EmptyState>
    </main>
  )
}
