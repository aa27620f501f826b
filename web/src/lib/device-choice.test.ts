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
])(
  'a browser that %s has choices until the page is left, and the language in its address',
  (how, property) => {
    cookie(property)
    expect(readChoice(how)).toBe('')
    expect(saveChoice(how, 'roll-58')).toBe(false)
    expect(readChoice(how)).toBe('roll-58')

    const assign = vi.fn()
    vi.stubGlobal('location', { href: 'https://shop.test/search?q=milk', assign, reload: denied })
    chooseLanguage('hi')
    expect(String(assign.mock.lastCall?.[0])).toBe('https://shop.test/search?q=milk&lang=hi')
  },
)

test('a kept choice is read from the cookie, and a kept language reloads the page', () => {
  let kept = ''
  cookie({ get: () => kept, set: (text: string) => (kept = text.split(';')[0] ?? '') })
  expect(saveChoice('theme', 'dark', '/')).toBe(true)
  kept = 'theme=light'
  expect(readChoice('theme')).toBe('light')

  const reload = vi.fn()
  vi.stubGlobal('location', { href: 'https://shop.test/', reload })
  chooseLanguage('hi')
  expect(reload).toHaveBeenCalledOnce()
})
