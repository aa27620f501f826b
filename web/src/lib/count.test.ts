import { expect, test } from 'vitest'
import { formatCount } from './count'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_00_000, '1,00,000'],
  [12_34_567, '12,34,567'],
])('%i people, products or orders are %s', (count, words) => {
  expect(formatCount(count)).toBe(words)
})
