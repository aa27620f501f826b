import { useEffect, useRef } from 'react'
import { checkSound, ring, useAlarmSound } from './alarm-sound'

const REPEAT_MS = 60_000

/** Sounds the alarm for each new order, and again every minute until all are accepted. */
export function useAlarm(newIds: readonly string[]): void {
  const { on, blocked } = useAlarmSound()
  const rung = useRef(new Set<string>())
  const waiting = newIds.join(' ')
  useEffect(() => {
    if (on) void checkSound()
  }, [on])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `blocked` makes a missed alarm ring once the browser allows sound
  useEffect(() => {
    if (!on || waiting === '') return undefined
    const ids = waiting.split(' ')
    if (ids.some((id) => !rung.current.has(id)))
      void ring().then((heard) => {
        if (heard) for (const id of ids) rung.current.add(id)
      })
    const timer = setInterval(() => void ring(), REPEAT_MS)
    return () => clearInterval(timer)
  }, [on, blocked, waiting])
}
