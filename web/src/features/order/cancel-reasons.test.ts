import { expect, test, vi } from 'vitest'
import { reasonText } from './cancel-reasons'

vi.mock('./cancel-reason-texts', () => ({ cancelReasonTexts: { OUT_OF_STOCK: 'सामान खत्म है' } }))

test.each([
  ['We are out of stock', 'सामान खत्म है'],
  ['We are out of stock. Sorry, tomorrow', 'सामान खत्म है. Sorry, tomorrow'],
  ['We are out of stockings', 'We are out of stockings'],
  ['The road is closed', 'The road is closed'],
])('the stored reason “%s” is read as “%s”', (stored, read) => {
  expect(reasonText(stored)).toBe(read)
})
