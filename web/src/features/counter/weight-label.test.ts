import { expect, test } from 'vitest'
import { type LabelRule, readWeightLabel } from './weight-label'

const rules: LabelRule[] = [
  { prefix: '2', kind: 'WEIGHT', item: [3, 7], value: [8, 12], decimals: 3 },
  { prefix: '22', kind: 'PRICE', item: [3, 6], value: [7, 12], decimals: 2 },
]

test('a label is read as item and weight, or item and price, by the longest matching prefix', () => {
  expect(readWeightLabel('2100042003507', rules)).toEqual({ item: '00042', weight: { grams: 350 } })
  expect(readWeightLabel('2200420015754', rules)).toEqual({ item: '0042', weight: { amount: 1575 } })
})

test('fewer decimals are larger values', () => {
  const [rule] = rules as [LabelRule]
  expect(readWeightLabel('2100042003507', [{ ...rule, decimals: 2 }])?.weight).toEqual({ grams: 3500 })
})

test.each([
  ['another check digit', '2100042003508'],
  ['no weight', '2100042000001'],
  ['no code of the shop', '8901234567894'],
  ['another length', '210004200350'],
])('%s is no label', (_, code) => {
  expect(readWeightLabel(code, rules)).toBeUndefined()
})
