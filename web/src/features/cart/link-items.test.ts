import { expect, test } from 'vitest'
import { parseLinkItems } from './link-items'

test('the items of a link are parsed, encoded or not', () => {
  expect(parseLinkItems('sku_1.a-b:2,~Z2lkOi8vc2hvcGlmeS9Qcm9kdWN0VmFyaWFudC83MDg4MTQxMg:1')).toEqual([
    { id: 'sku_1.a-b', quantity: 2 },
    { id: 'gid://shopify/ProductVariant/70881412', quantity: 1 },
  ])
  expect(parseLinkItems('~4KSm4KS-4KSy:3')).toEqual([{ id: 'दाल', quantity: 3 }])
})

test.each([
  '',
  'dal',
  'dal:',
  'dal:0',
  'dal:02',
  'dal:-1',
  'dal:1.5',
  'dal:99999',
  ':1',
  'dal:1,',
  'a/b:1',
  'dal :1',
  '~:1',
  '~ZGFs=:1', // padded
  '~ZGFt:1,~ZGFuX:1', // the second is not canonical
  '~_w:1', // not UTF-8
  '~AA:1', // a control character
  Array.from({ length: 101 }, (_, index) => `dal${index}:1`).join(','),
])('an incomplete link is refused: %.20s', (items) => {
  expect(parseLinkItems(items)).toBeUndefined()
})
