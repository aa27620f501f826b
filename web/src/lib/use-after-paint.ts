import { useCallback, useEffect, useRef } from 'react'
import { afterPaint } from './after-paint'

/**
 * Work that waits for the next frame to be painted. `schedule` takes the place of what still waits, `flush` runs it at
 * once, and what waits when the component goes is dropped.
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
