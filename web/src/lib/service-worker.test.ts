import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from './service-worker'

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

afterEach(() => vi.unstubAllGlobals())

test('a session ends even if the browser denies caches or the service worker', async () => {
  vi.stubGlobal('caches', { delete: async () => denied() })
  await expect(forgetSession()).resolves.toBeUndefined()
  vi.stubGlobal('caches', { delete: denied })
  await expect(forgetSession()).resolves.toBeUndefined()
  vi.stubGlobal('navigator', Object.defineProperty({}, 'serviceWorker', { get: denied }))
  await expect(forgetSession()).resolves.toBeUndefined()
})
