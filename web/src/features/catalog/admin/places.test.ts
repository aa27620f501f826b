import { expect, test } from 'vitest'
import { newPositions } from './places'

const shelves = (...positions: number[]) =>
  positions.map((position, place) => ({ _id: 'abcdef'.charAt(place), position }))

test('a move into a gap saves one position', () => {
  expect(newPositions(shelves(10, 20, 30), 2, 1)).toEqual([{ _id: 'c', position: 15 }])
  expect(newPositions(shelves(10, 20, 30), 2, 0)).toEqual([{ _id: 'c', position: 4 }])
  expect(newPositions(shelves(1, 2, 3), 0, 2)).toEqual([{ _id: 'a', position: 13 }])
})

test('without a gap all are placed anew, and every order can be had', () => {
  expect(newPositions(shelves(1, 2, 3), 2, 1)).toEqual([
    { _id: 'a', position: 10 },
    { _id: 'c', position: 20 },
    { _id: 'b', position: 30 },
  ])
  expect(newPositions(shelves(0, 1), 1, 0).map(({ _id }) => _id)).toEqual(['b', 'a'])
})

test('a position never leaves what the shop takes', () => {
  const [last] = newPositions(shelves(5, 99_999), 0, 1)
  expect(last).toEqual({ _id: 'a', position: 100_000 })
  expect(newPositions(shelves(5, 100_000), 0, 1)).toEqual([
    { _id: 'b', position: 10 },
    { _id: 'a', position: 20 },
  ])
})

test('after any move the positions say the order that was made', () => {
  for (let from = 0; from < 6; from++)
    for (let to = 0; to < 6; to++) {
      const before = shelves(1, 2, 4, 8, 9, 10)
      const changes = new Map(newPositions(before, from, to).map(({ _id, position }) => [_id, position]))
      const names = before
        .map(({ _id, position }) => ({ _id, position: changes.get(_id) ?? position }))
        .sort((a, b) => a.position - b.position)
        .map(({ _id }) => _id)
      const wished = [...'abcdef']
      wished.splice(to, 0, ...wished.splice(from, 1))
      expect(names).toEqual(wished)
    }
})
