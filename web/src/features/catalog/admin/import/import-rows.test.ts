import { expect, test } from 'vitest'
import type { ImportReport } from '../../price-list-api'
import { importRows, withLine } from './import-rows'

const change = (line: number, name: string, fields: { field: string; old: string; new: string }[]) => ({
  line,
  name,
  unit: '1 kg',
  new: false,
  fields,
})

test('rows of every kind are in the order of their lines, with their outcome', () => {
  const report = {
    changes: [
      { ...change(2, 'Salt', [{ field: 'price', old: '', new: '₹20' }]), new: true },
      change(5, 'Rice', [
        { field: 'price', old: '₹90', new: '₹95' },
        { field: 'unit', old: '1kg', new: '1 kg' },
      ]),
    ],
    heldPrices: [change(3, 'Ghee', [{ field: 'price', old: '₹649', new: '₹64.90' }])],
    keptEdits: [],
    remarks: [
      { line: 2, name: 'Salt', reason: 'the stock is not a number', column: 'Stock', value: '20 kg' },
      { line: 1, name: '', reason: 'the workbook hides the column', column: 'Sale price', value: '' },
    ],
    problems: [{ line: 4, name: 'Ragi', reason: 'The product has no price.', column: '', value: '' }],
  } as unknown as ImportReport
  const { all, look, skipped } = importRows(report)
  expect(all.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '1 noted',
    '2 new',
    '2 noted',
    '3 held',
    '4 skipped',
    '5 changed',
  ])
  expect(all[5]?.notes).toEqual(['Unit 1kg → 1 kg'])
  expect(look.map(({ price }) => price?.new)).toEqual([undefined, undefined, '₹64.90'])
  expect(look[0]?.notes).toEqual(['Sale price', 'the workbook hides the column'])
  expect(look[1]?.notes).toEqual(['Stock: 20 kg', 'the stock is not a number'])
  expect(skipped[0]?.notes).toEqual(['The product has no price.'])
})

test('line numbers are joined by commas', () => {
  expect(withLine(undefined, 6)).toBe('6')
  expect(withLine('6', 14)).toBe('6,14')
})
