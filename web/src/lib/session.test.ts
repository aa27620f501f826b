import { expect, test, vi } from 'vitest'
import { clearSession } from './change-session'
import { currentSessionId, saveTokens, subscribe } from './session'

const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key, newValue: null })

test.each([null, 'accessToken'])('a logout in another tab that changes %s is one in this tab, too', (key) => {
  saveTokens({ accessToken: 'a', refreshToken: 'b' })
  const session = currentSessionId()
  const listener = vi.fn()
  const unsubscribe = subscribe(listener)
  window.dispatchEvent(storageEvent('theme'))
  expect(listener).not.toHaveBeenCalled()
  window.dispatchEvent(storageEvent(key))
  expect(listener).toHaveBeenCalledOnce()
  expect(currentSessionId()).not.toBe(session)
  unsubscribe()
  clearSession()
})
