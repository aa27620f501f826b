import { expect, test } from 'vitest'
import { validateList, validatePieces } from './price-list-file'
import { texts } from './texts'

const list = (name: string, size = 10) => new File([new Uint8Array(size)], name)

test('a price list is refused before it is sent only for what the server refuses', () => {
  expect(validateList(list('Goods 2026.CSV'))).toBeUndefined()
  expect(validateList(list('goods.xlsx'))).toBeUndefined()
  expect(validateList(undefined)).toBe(texts.list.missing)
  expect(validateList(list('goods.csv', 0))).toBe(texts.list.empty)
  expect(validateList(list('goods.csv', 20 * 1024 * 1024 + 1))).toBe(texts.list.tooLarge)
  expect(validateList(list('goods.pdf'))).toBe(texts.list.wrongType)
})

test('pieces are a whole number or nothing', () => {
  expect(['', ' 12 ', '0', '१२', '１２'].map(validatePieces)).toEqual(Array(5).fill(undefined))
  expect(['-1', '1.5', 'many'].map(validatePieces)).not.toContain(undefined)
})
