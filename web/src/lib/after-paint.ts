/**
 * Runs work once the next frame is painted, or soon where nobody sees the page and no frame is; returns the function
 * that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  if (document.hidden) timer = setTimeout(run)
  else
    frame = requestAnimationFrame(() => {
      // The callback of a frame runs before its paint, the timer after it.
      timer = setTimeout(run)
    })
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
