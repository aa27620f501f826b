import { expect, test } from 'vitest'
import { paginate } from './paginate'
import { parsePage } from './pagination'

const rows = Array.from({ length: 12 }, (_, index) => index + 1)

test('a page says which records it shows, and of how many', () => {
  expect(paginate(rows, 1, 5)).toEqual({ rows: [1, 2, 3, 4, 5], from: 1, to: 5, page: 1, pages: 3 })
  expect(paginate(rows, 3, 5)).toEqual({ rows: [11, 12], from: 11, to: 12, page: 3, pages: 3 })
})

test('a page beyond the last is the last, and an empty list is 0 to 0', () => {
  expect(paginate(rows, 9, 5).page).toBe(3)
  expect(paginate([], 1, 5)).toEqual({ rows: [], from: 0, to: 0, page: 1, pages: 1 })
})

test('a URL contains the page number from 2 on', () => {
  expect(['2', '1', '0', '-3', 'x', '2.5', undefined].map(parsePage)).toEqual([
    2,
    ...Array(6).fill(undefined),
  ])
})
