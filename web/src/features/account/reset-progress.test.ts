import { beforeEach, expect, test } from 'vitest'
import { readResetProgress } from './reset-progress'
import { clearResetProgress, saveResetProgress } from './store-reset-progress'

const KEY = 'passwordReset'

beforeEach(() => sessionStorage.clear())

test('the steps of a reset survive a reload, until the password is set', () => {
  const step = { email: 'asha@example.in', sentAt: 1_700_000_000_000, verified: false }
  saveResetProgress(step)
  expect(readResetProgress()).toEqual(step)
  clearResetProgress()
  expect(readResetProgress()).toBeUndefined()
})

test('what is no step counts as none', () => {
  expect(readResetProgress()).toBeUndefined()
  for (const text of [
    '',
    'null',
    '7',
    '{',
    '{"email":"asha@example.in"}',
    '{"email":"asha@example.in","sentAt":"now"}',
  ]) {
    sessionStorage.setItem(KEY, text)
    expect(readResetProgress(), text).toBeUndefined()
  }
})
