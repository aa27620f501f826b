import { useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts'
import styles from './search-placeholder.module.css'

const QUERIES = texts.popularQueries
const KEY_INTERVAL_MS = 70
const PAUSE_MS = 1000

type Typing = { index: number; length: number; deleting: boolean }

const INITIAL: Typing = { index: 0, length: (QUERIES[0] ?? '').length, deleting: false }

function nextTyping({ index, length, deleting }: Typing): Typing {
  const fullLength = QUERIES[index]?.length ?? 0
  if (!deleting)
    return length < fullLength ? { index, length: length + 1, deleting } : { index, length, deleting: true }
  if (length > 0) return { index, length: length - 1, deleting }
  return { index: (index + 1) % QUERIES.length, length: 0, deleting: false }
}

/** Types one popular query after another. While stopped or on a hidden page it shows a complete one. */
export function SearchPlaceholder({ stopped }: { stopped: boolean }) {
  const [typing, setTyping] = useState(INITIAL)
  const hidden = useSyncExternalStore(subscribeToVisibility, isHidden, () => false)
  const paused = stopped || hidden
  const query = QUERIES[typing.index] ?? ''
  // At least one letter, so that the quotation marks are never empty.
  const typed = paused ? query : query.slice(0, Math.max(1, typing.length))
  const complete = !typing.deleting && typing.length === query.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: each typed key schedules the next one
  useEffect(() => {
    if (paused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setTyping(nextTyping), complete ? PAUSE_MS : KEY_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [paused, complete, typing])

  return (
    <>
      <span>
        {texts.search}{' '}
        {/* Rendered by CSS from the attribute, so that the text is not part of the link's name and page translators
            ignore it. */}
        <b className={styles.typed} data-typed={`“${typed}”`} aria-hidden="true" />
      </span>
      {!paused && <i className={styles.caret} aria-hidden="true" />}
    </>
  )
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

function isHidden(): boolean {
  return document.hidden
}
