import { expect, test } from 'vitest'
import { paginate } from './paginate'
import { parsePage } from './pagination'

const rows = Array.from({ length: 12 }, (_, index) => index + 1)

test('a page tells which of how many it shows', () => {
  expect(paginate(rows, 1, 5)).toEqual({ rows: [1, 2, 3, 4, 5], from: 1, to: 5, page: 1, pages: 3 })
  expect(paginate(rows, 3, 5)).toEqual({ rows: [11, 12], from: 11, to: 12, page: 3, pages: 3 })
})

test('a page beyond the last is the last, and nothing is 0 to 0', () => {
  expect(paginate(rows, 9, 5).page).toBe(3)
  expect(paginate([], 1, 5)).toEqual({ rows: [], from: 0, to: 0, page: 1, pages: 1 })
})

test('an address names a page from 2', () => {
  expect(['2', '1', '0', '-3', 'x', '2.5', undefined].map(parsePage)).toEqual([
    2,
    ...Array(6).fill(undefined),
  ])
})
