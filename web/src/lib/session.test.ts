import { expect, test, vi } from 'vitest'
import { clearSession } from './change-session'
import { currentSessionId, saveTokens, subscribe } from './session'

const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key, newValue: null })

test.each([null, 'accessToken'])('a change of %s by another tab ends the session of this one', (key) => {
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
