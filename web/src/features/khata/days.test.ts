import { expect, test } from 'vitest'
import { daysSince, formatDayOfTimestamp } from './days'

test('days change at midnight in India', () => {
  const now = new Date('2026-11-21T20:00:00Z') // half past one on the 22nd
  expect(daysSince('2026-11-21T18:29:59Z', now)).toBe(1)
  expect(daysSince('2026-11-21T18:30:00Z', now)).toBe(0)
  expect(daysSince('2026-09-02T10:00:00Z', now)).toBe(81)
  expect(formatDayOfTimestamp('2026-11-07T18:30:00Z')).toBe('8 November')
})
