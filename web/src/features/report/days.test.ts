import { expect, test } from 'vitest'
import { bestDay, dayPart, shortRupees } from './days'

test.each([
  [0, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'evening'],
] as const)('the greeting at %i is good %s', (hour, part) => {
  expect(dayPart(hour)).toBe(part)
})

test.each([
  [0, '0'],
  [94_000, '940'],
  [1_420_000, '14.2k'],
  [9_994_900, '99.9k'],
  [9_996_000, '1.0L'],
  [13_000_000, '1.3L'],
])('%i paise are labeled %s on a bar', (paise, text) => {
  expect(shortRupees(paise)).toBe(text)
})

test('the best day is the one with the most sales, if there were any', () => {
  expect(bestDay([{ revenue: 10 }, { revenue: 30.5 }, { revenue: 30.5 }, { revenue: 2 }])?.revenue).toBe(30.5)
  expect(bestDay([{ revenue: 0 }])).toBeUndefined()
})
