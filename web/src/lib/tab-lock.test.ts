import { afterEach, expect, test, vi } from 'vitest'
import { onlyHere, takeTabLock } from './tab-lock'

afterEach(() => vi.unstubAllGlobals())

type Hold = (lock: object | null) => unknown
const withLocks = (request: (name: string, options: LockOptions, hold: Hold) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } })

/** The locks of a browser, for one name. */
function browserLocks() {
  let take: (() => void) | undefined
  withLocks((_, { steal }, hold) => {
    if (take && !steal) return Promise.resolve(hold(null))
    take?.()
    return new Promise((resolve, reject) => {
      take = () => reject(new DOMException('stolen', 'AbortError'))
      void Promise.resolve(hold({})).then(() => {
        take = undefined
        resolve(undefined)
      })
    })
  })
}

test.each([
  ['missing', undefined],
  ['denied', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('where locks are %s a tab works as the only one', async (_, locks) => {
  vi.stubGlobal('navigator', { locks })
  const onLoss = vi.fn()
  const work = vi.fn(async () => undefined)
  expect(await takeTabLock('counter', { onLoss })).toBeTypeOf('function')
  await onlyHere('steps', work)
  expect(work).toHaveBeenCalledOnce()
  expect(onLoss).not.toHaveBeenCalled()
})

test('a lock is held by one tab, released, and taken away only by force', async () => {
  browserLocks()
  const onLoss = vi.fn()
  const first = await takeTabLock('counter', { onLoss })
  expect(await takeTabLock('counter')).toBeUndefined()
  first?.()
  await vi.waitFor(async () => expect(await takeTabLock('counter', { onLoss })).toBeDefined())
  await takeTabLock('counter', { force: true })
  expect(onLoss).toHaveBeenCalledOnce()
})
