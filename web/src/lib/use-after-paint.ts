import { useCallback, useEffect, useRef } from 'react'

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
      let timer: ReturnType<typeof setTimeout> | undefined
      // The callback of a frame runs before its paint, the timer after it.
      const frame = requestAnimationFrame(() => {
        timer = setTimeout(flush)
      })
      waiting.current = {
        run,
        cancel: () => {
          cancelAnimationFrame(frame)
          clearTimeout(timer)
        },
      }
    },
    [cancel, flush],
  )
  useEffect(() => cancel, [cancel])
  return { schedule, flush }
}
