import { useCallback, useEffect, useRef } from 'react'
import { afterPaint } from './after-paint'

/**
 * Schedules work after the next painted frame. `schedule` replaces work that has not run, `flush` runs it immediately;
 * unmounting cancels it.
 */
export function useAfterPaint() {
  const waiting = useRef<{ run: () => void; cancel: () => void }>(undefined)
  const cancel = useCallback(() => {
    waiting.current?.cancel()
    waiting.current = undefined
  }, [])
  const flush = useCallback(() => {
    const run = waiting.current?.run
    cancel()
    run?.()
  }, [cancel])
  const schedule = useCallback(
    (run: () => void) => {
      cancel()
      waiting.current = { run, cancel: afterPaint(flush) }
    },
    [cancel, flush],
  )
  useEffect(() => cancel, [cancel])
  return { schedule, flush }
}
