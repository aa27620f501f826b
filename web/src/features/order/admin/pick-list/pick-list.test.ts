import { expect, test } from 'vitest'
import { lineState, type PickLine, type PickList, pickProgress, ticksOf } from './pick-list'
import { parsePickSearch } from './pick-search'

const split = (letter: string, row: string, quantity: number, picked = false) => ({
  letter,
  row,
  quantity,
  picked,
  wish: 'REMOVE' as const,
})
const milk: PickLine = {
  productId: 'milk',
  name: 'Milk',
  unit: '1 L',
  image: [],
  stock: 3,
  quantity: 5,
  split: [split('A', 'a1', 2, true), split('B', 'b1', 1), split('A', 'a2', 2)],
}
const list: PickList = {
  baskets: [
    { letter: 'A', _id: 'first', number: 1039, name: 'Asha' },
    { letter: 'B', _id: 'second', number: 1041, name: 'Lakshmi' },
  ],
  shelves: [{ shelf: 'Dairy', lines: [milk] }],
}
const isPicked = ({ picked }: { picked: boolean }) => picked

test('progress counts pieces, not lines', () => {
  expect(pickProgress(list, isPicked)).toEqual({ picked: 2, total: 5 })
  expect(pickProgress(list, () => true)).toEqual({ picked: 5, total: 5 })
})

test('the share of a basket in goods sold by weight counts as one item', () => {
  const onions = { ...milk, stepGrams: 250, split: [split('A', 'a3', 6, true), split('B', 'b3', 2)] }
  const withOnions = { ...list, shelves: [{ shelf: 'Dairy', lines: [milk, onions] }] }
  expect(pickProgress(withOnions, isPicked)).toEqual({ picked: 3, total: 7 })
})

test('a line is done once it is picked for every basket', () => {
  expect(lineState(milk, () => false)).toBe('none')
  expect(lineState(milk, isPicked)).toBe('some')
  expect(lineState(milk, () => true)).toBe('all')
})

test('a tick of a line goes to each order with its own rows', () => {
  const ticked = (id: string) => ({ _id: id, picked: true })
  expect(ticksOf(list, milk, true)).toEqual([
    { basket: list.baskets[0], rows: [ticked('a1'), ticked('a2')] },
    { basket: list.baskets[1], rows: [ticked('b1')] },
  ])
})

test('the URL keeps valid ids, each once and at most 100', () => {
  const ids = Array.from({ length: 110 }, (_, index) => `01jd000000${String(index).padStart(4, '0')}`)
  expect(parsePickSearch({ ids: [...ids, ids[0], '<script>'].join(',') }).ids?.split(',')).toEqual(
    ids.slice(0, 100),
  )
  expect(parsePickSearch({ ids: 'no id' })).toEqual({ ids: undefined })
  expect(parsePickSearch({})).toEqual({ ids: undefined })
})
