import { expect, test } from 'vitest'
import { keyOf } from './idempotency-key'

test('the same change sent again has the same key', () => {
  const first = keyOf(undefined, 'a')
  expect(keyOf(first, 'a').key).toBe(first.key)
  expect(keyOf(first, 'b').key).not.toBe(first.key)
})
