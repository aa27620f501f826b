import { useEffect, useState } from 'react'

// In ms: long enough for the next press when a user works down a list with the same button.
const IDLE_MS = 1_000

/** Reports whether a finger or mouse button is down, or was within the last IDLE_MS. */
export function usePressing(): boolean {
  const [pressing, setPressing] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onDown = () => {
      clearTimeout(timer)
      setPressing(true)
    }
    const onUp = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setPressing(false), IDLE_MS)
    }
    document.addEventListener('pointerdown', onDown)
    document.addEventListener('pointerup', onUp)
    document.addEventListener('pointercancel', onUp)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', onDown)
      document.removeEventListener('pointerup', onUp)
      document.removeEventListener('pointercancel', onUp)
    }
  }, [])
  return pressing
}
