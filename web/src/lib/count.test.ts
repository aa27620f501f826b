import { expect, test } from 'vitest'
import { formatCount } from './count'
import { formatTotal } from './total'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_00_000, '1,00,000'],
  [12_34_567, '12,34,567'],
])('%i people, products or orders are %s', (count, words) => {
  expect(formatCount(count)).toBe(words)
})

test.each([
  [9_999, '9,999'],
  [10_000, '10,000+'],
  [10_020, '10,020+'],
])('a count of %i rows is shown as %s', (total, words) => {
  expect(formatTotal(total)).toBe(words)
})
