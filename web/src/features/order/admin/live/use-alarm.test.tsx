import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as alarmSound from './alarm-sound'
import { useAlarm } from './use-alarm'

const ring = vi.fn(async () => true)

beforeEach(() => {
  vi.useFakeTimers()
  ring.mockClear()
  vi.spyOn(alarmSound, 'useAlarmSound').mockReturnValue({ on: true, blocked: false })
  vi.spyOn(alarmSound, 'checkSound').mockResolvedValue(true)
  vi.spyOn(alarmSound, 'ring').mockImplementation(ring)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('the alarm repeats 60 s after its last sound while an order waits, also while others are accepted', async () => {
  const { rerender } = renderHook(({ ids }) => useAlarm(ids), { initialProps: { ids: ['a', 'b', 'c'] } })
  expect(ring).toHaveBeenCalledTimes(1)
  await pass(40)
  rerender({ ids: ['a', 'b'] })
  await pass(19)
  expect(ring).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(ring).toHaveBeenCalledTimes(2)
  await pass(40)
  rerender({ ids: ['a'] })
  await pass(20)
  expect(ring).toHaveBeenCalledTimes(3)
})

test('a new order sounds at once, and starts the 60 s anew; with none left nothing sounds', async () => {
  const { rerender } = renderHook(({ ids }) => useAlarm(ids), { initialProps: { ids: ['a'] } })
  await pass(40)
  rerender({ ids: ['a', 'b'] })
  expect(ring).toHaveBeenCalledTimes(2)
  await pass(59)
  expect(ring).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(ring).toHaveBeenCalledTimes(3)
  rerender({ ids: [] })
  await pass(300)
  expect(ring).toHaveBeenCalledTimes(3)
})
