import { expect, test } from 'vitest'
import { moved } from './reorder'

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, 3, 'bcda'],
])('the item at %i moves to index %i and the others shift', (from, to, order) => {
  expect(moved([...'abcd'], from, to).join('')).toBe(order)
})
