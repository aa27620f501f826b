import { expect, test } from 'vitest'
import { unitWordsOf } from '../../vite.messages'
import { unitIn, withUnitIn } from './units'

const HINDI = unitWordsOf('hi')

test.each([
  ['1 packet', '1 पैकेट'],
  ['12 Pcs', '12 पीस'],
  ['6x200 ml Bottles', '6x200 ml बोतल'],
  ['Dozen', 'दर्जन'],
  ['500 Gram', '500 g'],
  ['500 g', '500 g'],
  ['1 Family Pack', '1 Family Pack'],
  ['1 constructor', '1 constructor'],
  ['1 गड्डी', '1 गड्डी'],
  ['', ''],
])('the unit “%s” reads “%s” in Hindi', (unit, shown) => {
  expect(unitIn(HINDI, unit)).toBe(shown)
})

test('a record keeps its stored unit beside the shown one', () => {
  const shown = withUnitIn(HINDI, { name: 'Bread', unit: '1 packet' })
  expect(shown).toEqual({ name: 'Bread', unit: '1 पैकेट', ownUnit: '1 packet' })
})

test.each([null, 'packet', 1, { unit: 1 }, { unit: '500 g' }, ['packet']])('%j stays as it is', (value) => {
  expect(withUnitIn(HINDI, value)).toBe(value)
})
