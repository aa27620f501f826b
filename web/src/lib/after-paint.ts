/** Runs `run` after the next painted frame and returns a function that cancels it. A hidden page paints no frames, so the work waits. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // requestAnimationFrame callbacks run before the paint; the timer set there fires after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
