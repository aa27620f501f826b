import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ring } from './alarm-sound'
import { useAlarm } from './use-alarm'

vi.mock('./alarm-sound', () => ({
  useAlarmSound: () => ({ on: true, blocked: false }),
  checkSound: async () => true,
  ring: vi.fn(async () => true),
}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(ring).mockClear()
})
afterEach(() => vi.useRealTimers())

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
