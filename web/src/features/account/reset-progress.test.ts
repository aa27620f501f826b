import { beforeEach, expect, test } from 'vitest'
import { resetProgress } from './reset-progress'

const KEY = 'passwordReset'

beforeEach(() => sessionStorage.clear())

test('the steps of a reset survive a reload, until the password is set', () => {
  const step = { email: 'asha@example.in', sentAt: 1_700_000_000_000, verified: false }
  resetProgress.write(step)
  expect(resetProgress.read()).toEqual(step)
  resetProgress.write(undefined)
  expect(resetProgress.read()).toBeUndefined()
})

test('an unknown step counts as none', () => {
  expect(resetProgress.read()).toBeUndefined()
  for (const text of [
    '',
    'null',
    '7',
    '{',
    '{"email":"asha@example.in"}',
    '{"email":"asha@example.in","sentAt":"now"}',
  ]) {
    sessionStorage.setItem(KEY, text)
    expect(resetProgress.read(), text).toBeUndefined()
  }
})
