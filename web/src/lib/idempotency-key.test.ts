import { expect, test } from 'vitest'
import { keyOf } from './idempotency-key'

test('a repeated change has the same key', () => {
  const first = keyOf(undefined, 'a')
  expect(keyOf(first, 'a').key).toBe(first.key)
  expect(keyOf(first, 'b').key).not.toBe(first.key)
})
