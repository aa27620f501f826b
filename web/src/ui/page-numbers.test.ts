import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers'

test.each([
  [1, 1, [1]],
  [1, 8, [1, 2, 0, 8]],
  [3, 8, [1, 2, 3, 4, 0, 8]],
  [5, 8, [1, 0, 4, 5, 6, 7, 8]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [8, 8, [1, 0, 7, 8]],
])('on page %i of %i the pager shows %j', (page, count, numbers) => {
  expect(pageNumbers(page, count)).toEqual(numbers)
})
