import { useEffect, useRef } from 'react'
import { checkSound, ring, useAlarmSound } from './alarm-sound'

const REPEAT_MS = 60_000

/** Sounds the alarm for each new order, and again a minute after its last sound until all are accepted. */
export function useAlarm(newIds: readonly string[]): void {
  const { on, blocked } = useAlarmSound()
  const rung = useRef(new Set<string>())
  const rungAt = useRef(0) // in ms since 1970
  const waiting = newIds.join(' ')
  useEffect(() => {
    if (on) void checkSound()
  }, [on])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `blocked` makes a missed alarm ring once the browser allows sound
  useEffect(() => {
    if (!on || waiting === '') return undefined
    const ids = waiting.split(' ')
    let timer: ReturnType<typeof setTimeout>
    const sound = () => {
      rungAt.current = Date.now()
      timer = setTimeout(sound, REPEAT_MS)
      void ring().then((heard) => {
        if (heard) for (const id of ids) rung.current.add(id)
      })
    }
    if (ids.some((id) => !rung.current.has(id))) sound()
    else timer = setTimeout(sound, rungAt.current + REPEAT_MS - Date.now())
    return () => clearTimeout(timer)
  }, [on, blocked, waiting])
}
