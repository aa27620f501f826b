import { expect, test } from 'vitest'
import { parsePincodes } from './pincodes'

test.each([
  ['411001, 411004;411005\n411007\t411 016/411001', ['411001', '411004', '411005', '411007', '411016'], []],
  ['Camp 41100 and 011001', [], ['Camp', '41100', 'and', '011001']],
  ['', [], []],
])('pincodes are read from %j', (text, pincodes, unknown) => {
  expect(parsePincodes(text)).toEqual({ pincodes, unknown })
})
