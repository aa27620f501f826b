import { useEffect, useState } from 'react'

const INTERVAL_MS = 15_000

/** Returns the time in ms since 1970, updated every 15 s, for ages in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
