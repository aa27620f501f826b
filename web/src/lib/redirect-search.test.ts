import { expect, test } from 'vitest'
import { redirectSearch } from './redirect-search'

test.each(['/', '/search?q=dal', '/dashboard/myorders', '/product/Milk-01?from=//elsewhere'])(
  'a login may redirect to %s',
  (redirect) => {
    expect(redirectSearch({ redirect })).toEqual({ redirect })
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '///evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '\\/evil.example',
  ' //evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/cart\r\nx',
  'evil.example',
  '',
  undefined,
  7,
  ['/cart'],
])('a login does not redirect outside the shop: %j', (redirect) => {
  expect(redirectSearch({ redirect })).toEqual({ redirect: undefined })
})
