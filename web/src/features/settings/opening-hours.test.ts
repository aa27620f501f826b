import { expect, test } from 'vitest'
import { hoursLines } from './opening-hours'

const long = ['07:00', '22:00']

test('consecutive days with the same hours are one line', () => {
  expect(hoursLines([long, long, long, long, long, long, ['08:30', '14:00']])).toEqual([
    { days: 'Mon to Sat', hours: '7 am to 10 pm' },
    { days: 'Sunday', hours: '8:30 am to 2 pm' },
  ])
  expect(hoursLines(Array.from({ length: 7 }, () => ['00:00', '24:00']))).toEqual([
    { days: 'Every day', hours: '12 am to midnight' },
  ])
})

test('a closed day is marked as closed; a shop without hours has no lines', () => {
  expect(hoursLines([[], long, long, long, long, long, long])).toEqual([
    { days: 'Monday', hours: 'Closed' },
    { days: 'Tue to Sun', hours: '7 am to 10 pm' },
  ])
  expect(hoursLines([])).toEqual([])
})
