import { expect, test } from 'vitest'
import { dayInIndia, formatDateTime, formatDay, formatDayTick } from './dates'

const now = new Date(2026, 10, 21, 19, 0)

function at(year: number, month: number, day: number, hours: number, minutes: number): string {
  return formatDateTime(new Date(year, month - 1, day, hours, minutes).toISOString(), now)
}

test('a moment is told by how near its day is', () => {
  expect(at(2026, 11, 21, 18, 42)).toBe('Today, 6:42 pm')
  expect(at(2026, 11, 20, 0, 5)).toBe('Yesterday, 12:05 am')
  expect(at(2026, 11, 22, 7, 0)).toBe('Tomorrow, 7:00 am')
  expect(at(2026, 11, 12, 9, 10)).toBe('12 November, 9:10 am')
  expect(at(2025, 3, 1, 12, 0)).toBe('1 March 2025, 12:00 pm')
})

test('a day is named as people name it, whatever the time zone of the browser', () => {
  expect(formatDay('2026-11-21')).toBe('Saturday, 21 November')
  expect(formatDay('2026-01-01')).toBe('Thursday, 1 January')
})

test('the first bar and the first of a month carry the month', () => {
  expect(formatDayTick('2026-11-21', true)).toBe('21 Nov')
  expect(formatDayTick('2026-11-22', false)).toBe('22')
  expect(formatDayTick('2026-12-01', false)).toBe('1 Dec')
})

test('a day is the day in India', () => {
  const eveningInUTC = Date.parse('2026-11-20T19:00:00Z')
  expect(dayInIndia(eveningInUTC)).toBe('2026-11-21')
  expect(dayInIndia(eveningInUTC, 6)).toBe('2026-11-15')
})
