import { expect, test } from 'vitest'
import { billNumber, numberParts, seriesYear } from './series'

test.each([
  ['2026-03-31T18:29:59Z', '2526'],
  ['2026-03-31T18:30:00Z', '2627'],
  ['2026-12-31T23:00:00Z', '2627'],
  ['2099-05-01T00:00:00Z', '9900'],
])('%s is in the financial year %s of India', (at, year) => expect(seriesYear(new Date(at))).toBe(year))

test('a number has four digits or more, and its parts can be read again', () => {
  expect(billNumber('C1', '2627', 87)).toBe('C1/2627/0087')
  expect(billNumber('C1', '2627', 12_345)).toBe('C1/2627/12345')
  expect(numberParts('C1/2627/0087')).toEqual({ series: 'C1', year: '2627', count: 87 })
  expect(numberParts('87')).toBeUndefined()
})
