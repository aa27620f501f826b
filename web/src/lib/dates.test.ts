import { expect, test } from 'vitest'
import {
  dayInIndia,
  formatDateTime,
  formatDay,
  formatHour,
  formatRelativeDay,
  formatShopDay,
  formatShopTime,
} from './dates'
import { formatDayTick, formatPaperTime, formatShopMoment, hourInIndia } from './order-dates'

/** A time in India. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`)
const now = at('2026-11-22', '23:30')

test('times are formatted relative to today', () => {
  const format = (day: string, time: string) => formatDateTime(at(day, time).toISOString(), now)
  expect(format('2026-11-22', '18:42')).toBe('Today, 6:42 pm')
  expect(format('2026-11-22', '00:05')).toBe('Today, 12:05 am')
  expect(format('2026-11-21', '23:59')).toBe('Yesterday, 11:59 pm')
  expect(format('2026-11-23', '07:00')).toBe('Tomorrow, 7:00 am')
  expect(format('2026-11-12', '09:10')).toBe('12 November, 9:10 am')
  expect(format('2025-03-01', '12:00')).toBe('1 March 2025, 12:00 pm')
})

test("times are in the shop's time zone, not the browser's", () => {
  const afterMidnight = new Date('2026-11-20T19:00:00Z')
  expect(formatDateTime(afterMidnight.toISOString(), at('2026-11-21', '08:00'))).toBe('Today, 12:30 am')
  expect(formatRelativeDay(new Date('2026-12-31T20:00:00Z'), at('2027-01-01', '09:00'))).toBe('Today')
  expect(formatPaperTime(afterMidnight.toISOString())).toBe('Sat 21 Nov 2026, 12:30 am')
  expect(hourInIndia(afterMidnight)).toBe(0)
  expect(dayInIndia(afterMidnight.getTime())).toBe('2026-11-21')
  expect(dayInIndia(afterMidnight.getTime(), 6)).toBe('2026-11-15')
})

test('days are formatted with weekday and date', () => {
  expect(formatDay('2026-11-21')).toBe('Saturday, 21 November')
  expect(formatDay('2026-01-01')).toBe('Thursday, 1 January')
})

test('the first bar of the chart and the first day of a month show the month', () => {
  expect(formatDayTick('2026-11-21', true)).toBe('21 Nov')
  expect(formatDayTick('2026-11-22', false)).toBe('22')
  expect(formatDayTick('2026-12-01', false)).toBe('1 Dec')
})

test('a time of day has no minutes on the hour', () => {
  expect(formatHour(at('2026-11-22', '00:00'))).toBe('12 am')
  expect(formatHour(at('2026-11-22', '07:00'))).toBe('7 am')
  expect(formatHour(at('2026-11-22', '12:05'))).toBe('12:05 pm')
  expect(formatHour(at('2026-11-22', '19:30'))).toBe('7:30 pm')
})

test('days within a sentence are formatted relative to today', () => {
  expect(formatShopDay(at('2026-11-22', '01:00'), now)).toBe('today')
  expect(formatShopDay(at('2026-11-23', '00:00'), now)).toBe('tomorrow')
  expect(formatShopDay(at('2026-11-28', '08:00'), now)).toBe('Saturday')
  expect(formatShopDay(at('2026-11-29', '08:00'), now)).toBe('on 29 November')
  expect(formatShopDay(at('2026-11-21', '08:00'), now)).toBe('on 21 November')
  expect(formatShopMoment(at('2026-11-21', '18:24').toISOString(), now)).toBe('21 November, 6:24 pm')
})

test("an opening time is formatted as in the server's refusals", () => {
  expect(formatShopTime(at('2026-11-22', '23:45'), now)).toBe('at 11:45 pm')
  expect(formatShopTime(at('2026-11-23', '07:00'), now)).toBe('tomorrow at 7 am')
  expect(formatShopTime(at('2026-12-25', '08:00'), now)).toBe('on 25 December at 8 am')
})
