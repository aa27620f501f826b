import { Component, type ComponentProps, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { isChunkLoadError, reloadIfReachable } from '@/lib/chunk-load-error'
import { lazyWithPreload } from '@/lib/lazy-with-preload'
import { notify } from '@/lib/notify'
import { texts } from '@/lib/texts'
import { Button } from './button'
import styles from './lazy-dialog.module.css'

/**
 * Creates a dialog or drawer whose chunk loads when it is first shown, or earlier by preloadLazyComponents. If the chunk
 * fails to load, the page stays as it is and a toast offers a retry.
 */
// biome-ignore lint/suspicious/noExplicitAny: a component with any props
export function lazyDialog<Dialog extends ComponentType<any>>(load: () => Promise<{ default: Dialog }>) {
  type Props = ComponentProps<Dialog>
  const loadable = () => lazyWithPreload(load) as unknown as ComponentType<Props>
  let Loaded = loadable()
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when its module is loaded
  return function LazyDialog(props: Props) {
    const [attempt, setAttempt] = useState(0)
    const [dismissed, setDismissed] = useState(false)
    const retry = () => {
      // React.lazy caches a failed import, and so may the browser: the second attempt reloads the whole page.
      if (attempt > 0)
        void reloadIfReachable().then((reached) => reached || notify.error(texts.serverUnreachable))
      Loaded = loadable()
      setAttempt(attempt + 1)
    }
    const dismiss = () => {
      setDismissed(true)
      const close: unknown = props.onClose ?? props.onCancel
      if (typeof close === 'function') close()
    }
    if (dismissed && props.open === false) setDismissed(false)
    return (
      <ChunkErrorBoundary
        key={attempt}
        fallback={props.open !== false && !dismissed && <LoadError onRetry={retry} onDismiss={dismiss} />}
      >
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </ChunkErrorBoundary>
    )
  }
}

function LoadError({ onRetry, onDismiss }: { onRetry: () => void; onDismiss: () => void }) {
  return (
    <div className={styles.error} role="alert">
      <p>{texts.serverUnreachable}</p>
      <Button size="small" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
      <Button size="small" variant="quiet" onClick={onDismiss}>
        {texts.close}
      </Button>
    </div>
  )
}

/** Catches chunk load errors only; all other errors go to the page's boundary. */
class ChunkErrorBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { error?: unknown }
> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isChunkLoadError(error)) throw error
    return this.props.fallback
  }
}
