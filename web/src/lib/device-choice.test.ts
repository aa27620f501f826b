import { afterEach, expect, test, vi } from 'vitest'
import { readChoice, saveChoice } from './device-choice'
import { chooseLanguage } from './language'

const cookie = (property: PropertyDescriptor) =>
  Object.defineProperty(document, 'cookie', { configurable: true, ...property })

afterEach(() => {
  Reflect.deleteProperty(document, 'cookie')
  vi.unstubAllGlobals()
})

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

test.each([
  ['denies cookies', { get: denied, set: denied }],
  ['drops cookies', { get: () => '', set: () => undefined }],
])('a browser that %s keeps choices until the page is closed', (how, property) => {
  cookie(property)
  expect(readChoice(how)).toBe('')
  saveChoice(how, 'roll-58')
  expect(readChoice(how)).toBe('roll-58')
})

test('a chosen language reloads the page, by its cookie or, without cookies, by its URL', () => {
  const location = { reload: vi.fn(), search: '?q=atta' }
  vi.stubGlobal('location', location)
  vi.stubGlobal('navigator', { cookieEnabled: true })
  chooseLanguage('hi')
  expect(location.reload).toHaveBeenCalledOnce()
  expect(location.search).toBe('?q=atta')

  vi.stubGlobal('navigator', { cookieEnabled: false })
  chooseLanguage('mr')
  chooseLanguage('hi')
  expect(location.reload).toHaveBeenCalledOnce()
  expect(new URLSearchParams(location.search).get('lang')).toBe('hi')
  expect(new URLSearchParams(location.search).get('q')).toBe('atta')
})

test('a kept choice is read from the cookie', () => {
  let kept = ''
  cookie({ get: () => kept, set: (text: string) => (kept = text.split(';')[0] ?? '') })
  saveChoice('theme', 'dark', '/')
  expect(readChoice('theme')).toBe('dark')
  kept = 'theme=light'
  expect(readChoice('theme')).toBe('light')
})
