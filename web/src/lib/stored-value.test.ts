import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canStore, clearStorage, removeLoginValues, unsentWork } from './stored-login'
import { asJson, asText, storedValue, userId } from './stored-value'

const shown = storedValue('shown', 'login', asText)
const typed = storedValue('typed', 'tab', asText)
const left = storedValue('left', 'tabUser', asText)
const steps = storedValue(
  'steps',
  'work',
  asJson((json) => (Array.isArray(json) ? json : undefined)),
)

beforeEach(() => {
  clearStorage()
  typed.write(undefined)
})
afterEach(() => vi.unstubAllGlobals())

const throwing = () => {
  throw new DOMException('denied', 'SecurityError')
}
const blocked: PropertyDescriptor = { configurable: true, get: throwing }
const full = {
  getItem: () => null,
  removeItem: () => undefined,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}

/** Runs the test with other storages in the place of the browser's. */
function withStorages(storages: PropertyDescriptor, run: () => void): void {
  const names = ['localStorage', 'sessionStorage'] as const
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
  for (const name of names) Object.defineProperty(globalThis, name, storages)
  try {
    run()
  } finally {
    for (const [index, name] of names.entries())
      Object.defineProperty(globalThis, name, before[index] as PropertyDescriptor)
  }
}

test.each([
  ['blocked', blocked],
  ['null', { configurable: true, value: null }],
  ['full', { configurable: true, value: full }],
])('with a storage that is %s values last as long as the page, and no login can be stored', (_, storages) => {
  withStorages(storages, () => {
    expect(shown.read()).toBeUndefined()
    shown.write('here')
    typed.write('there')
    expect([shown.read(), typed.read()]).toEqual(['here', 'there'])
    expect(canStore()).toBe(false)
    clearStorage()
    expect([shown.read(), typed.read()]).toEqual([undefined, 'there'])
  })
})

test('a value is read from the storage each time, as another tab may have changed it', () => {
  shown.write('here')
  localStorage.setItem('shown', 'changed')
  expect(shown.read()).toBe('changed')
  expect(canStore()).toBe(true)
  expect(Object.keys(localStorage)).toEqual(['shown'])
})

test('a stored text that does not fit the schema counts as absent', () => {
  for (const text of ['{', '{"no":"list"}', 'null']) {
    localStorage.setItem('work.steps.', text)
    expect(steps.read()).toBeUndefined()
  }
})

test('the same text is the same value', () => {
  steps.write([1])
  expect(steps.read()).toBe(steps.read())
})

test('values that a user has left in a tab survive a logout, for that user only', () => {
  userId.write('asha')
  left.write('order')
  clearStorage()
  expect(left.read()).toBeUndefined()
  userId.write('ravi')
  expect(left.read()).toBeUndefined()
  userId.write('asha')
  expect(left.read()).toBe('order')
  left.write(undefined)
  expect(sessionStorage).toHaveLength(0)
})

test('unsent work survives an expired login, for its user only', () => {
  userId.write('asha')
  shown.write('here')
  steps.write([1])
  removeLoginValues()
  expect([shown.read(), steps.read()]).toEqual([undefined, undefined])
  userId.write('ravi')
  expect([steps.read(), unsentWork()]).toEqual([undefined, []])
  steps.write([2])
  removeLoginValues()
  userId.write('asha')
  expect([steps.read(), unsentWork()]).toEqual([[1], ['steps']])
  clearStorage()
  expect(localStorage).toHaveLength(0)
})
