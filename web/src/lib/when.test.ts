import { expect, test } from 'vitest'
import { formatWhen } from './when'

const now = new Date(2026, 10, 21, 19, 0)

function at(year: number, month: number, day: number, hours: number, minutes: number): string {
  return formatWhen(new Date(year, month - 1, day, hours, minutes).toISOString(), now)
}

test('a moment is told by how near its day is', () => {
  expect(at(2026, 11, 21, 18, 42)).toBe('Today, 6:42 pm')
  expect(at(2026, 11, 20, 0, 5)).toBe('Yesterday, 12:05 am')
  expect(at(2026, 11, 12, 9, 10)).toBe('12 November, 9:10 am')
  expect(at(2025, 3, 1, 12, 0)).toBe('1 March 2025, 12:00 pm')
})
