import { expect, test } from 'vitest'
import type { CartLine } from '../api'
import { withRemoved } from './removed-lines'

const [atta, dal, ghee] = ['atta', 'dal', 'ghee'].map((_id) => ({ _id }) as CartLine) as [
  CartLine,
  CartLine,
  CartLine,
]

function shown(...args: Parameters<typeof withRemoved>) {
  return withRemoved(...args).map(({ line, removed }) => (removed ? `(${line._id})` : line._id))
}

test('a removed line keeps its place until its time is over', () => {
  expect(shown([atta, ghee], [{ line: dal, place: 1 }])).toEqual(['atta', '(dal)', 'ghee'])
  expect(shown([], [{ line: dal, place: 0 }])).toEqual(['(dal)'])
})

test('a line that is back in the cart is not shown as removed', () => {
  expect(shown([atta, dal], [{ line: dal, place: 0 }])).toEqual(['atta', 'dal'])
})
