import { expect, test } from 'vitest'
import { formatHour, formatShopDay, formatShopTime } from './shop-time'

/** Returns a time in India. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`)
const now = at('2026-11-22', '23:30')

test('a time of day is that of the shop, without minutes on the hour', () => {
  expect(formatHour(at('2026-11-22', '00:00'))).toBe('12 am')
  expect(formatHour(at('2026-11-22', '07:00'))).toBe('7 am')
  expect(formatHour(at('2026-11-22', '12:05'))).toBe('12:05 pm')
  expect(formatHour(at('2026-11-22', '19:30'))).toBe('7:30 pm')
})

test('a day is named by how near it is on the calendar of the shop', () => {
  expect(formatShopDay(at('2026-11-22', '01:00'), now)).toBe('today')
  expect(formatShopDay(at('2026-11-23', '00:00'), now)).toBe('tomorrow')
  expect(formatShopDay(at('2026-11-28', '08:00'), now)).toBe('Saturday')
  expect(formatShopDay(at('2026-11-29', '08:00'), now)).toBe('on 29 November')
  expect(formatShopDay(at('2026-11-21', '08:00'), now)).toBe('on 21 November')
})

test('an opening is told as the server tells it', () => {
  expect(formatShopTime(at('2026-11-22', '23:45'), now)).toBe('at 11:45 pm')
  expect(formatShopTime(at('2026-11-23', '07:00'), now)).toBe('tomorrow at 7 am')
  expect(formatShopTime(at('2026-12-25', '08:00'), now)).toBe('on 25 December at 8 am')
})
