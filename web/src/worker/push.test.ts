import { afterEach, expect, test, vi } from 'vitest'
import { showMessage } from './push'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['an unreadable message has the shop’s address as its title', null, 'localhost:3000'],
  ['a message has its own title', { json: () => ({ title: 'नया ऑर्डर #7' }) }, 'नया ऑर्डर #7'],
])('%s', async (_, data, title) => {
  const showNotification = vi.fn()
  vi.stubGlobal('registration', { showNotification })
  await showMessage(data as Parameters<typeof showMessage>[0])
  expect(showNotification.mock.calls[0]?.[0]).toBe(title)
})
