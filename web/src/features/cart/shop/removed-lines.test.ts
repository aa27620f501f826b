import { expect, test } from 'vitest'
import type { CartLine } from '../api'
import { withRemoved } from './removed-lines'

const [atta, dal, ghee] = ['atta', 'dal', 'ghee'].map((_id) => ({ _id }) as CartLine) as [
  CartLine,
  CartLine,
  CartLine,
]

function displayed(...args: Parameters<typeof withRemoved>) {
  return withRemoved(...args).map(({ line, removed }) => (removed ? `(${line._id})` : line._id))
}

test('a removed line keeps its index until the undo times out', () => {
  expect(displayed([atta, ghee], [{ line: dal, index: 1 }])).toEqual(['atta', '(dal)', 'ghee'])
  expect(displayed([], [{ line: dal, index: 0 }])).toEqual(['(dal)'])
})

test('a line that is back in the cart is not shown as removed', () => {
  expect(displayed([atta, dal], [{ line: dal, index: 0 }])).toEqual(['atta', 'dal'])
})
