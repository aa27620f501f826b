import { expect, test } from 'vitest'
import { weekSummary } from './week'

const day = ['07:00', '22:00']

test.each([
  [[], 'Always open'],
  [Array(7).fill(day), 'Every day 7 am to 10 pm'],
  [[...Array(6).fill(day), ['08:00', '14:30']], 'Mon to Sat 7 am to 10 pm, Sun 8 am to 2:30 pm'],
  [[[], ...Array(5).fill(day), []], 'Mon closed, Tue to Sat 7 am to 10 pm, Sun closed'],
  [Array(7).fill(['18:00', '00:00']), 'Every day 6 pm to 12 am'],
])('opening hours of a week are one line: %j', (hours, summary) => {
  expect(weekSummary(hours)).toBe(summary)
})
