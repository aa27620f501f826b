import { expect, test } from 'vitest'
import { bestDay, dayMark, dayName, dayPart, shortRupees } from './days'

test('a day is named as people name it, whatever the time zone of the browser', () => {
  expect(dayName('2026-11-21')).toBe('Saturday, 21 November')
  expect(dayName('2026-01-01')).toBe('Thursday, 1 January')
})

test('the first bar and the first of a month carry the month', () => {
  expect(dayMark('2026-11-21', true)).toBe('21 Nov')
  expect(dayMark('2026-11-22', false)).toBe('22')
  expect(dayMark('2026-12-01', false)).toBe('1 Dec')
})

test.each([
  [0, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'evening'],
] as const)('at %i one says good %s', (hour, part) => {
  expect(dayPart(hour)).toBe(part)
})

test.each([
  [0, '0'],
  [94_000, '940'],
  [1_420_000, '14.2k'],
  [9_994_900, '99.9k'],
  [9_996_000, '1.0L'],
  [13_000_000, '1.3L'],
])('%i paise stand on a bar as %s', (paise, text) => {
  expect(shortRupees(paise)).toBe(text)
})

test('the best day is the one with the most sales, if there were any', () => {
  expect(bestDay([{ revenue: 10 }, { revenue: 30.5 }, { revenue: 30.5 }, { revenue: 2 }])?.revenue).toBe(30.5)
  expect(bestDay([{ revenue: 0 }])).toBeUndefined()
})
