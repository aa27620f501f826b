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
])('a browser that %s has choices until the page is left', (how, property) => {
  cookie(property)
  expect(readChoice(how)).toBe('')
  saveChoice(how, 'roll-58')
  expect(readChoice(how)).toBe('roll-58')
})

test.each([
  [true, '/search?q=atta', 'reloaded'],
  [true, '/search?q=atta&lang=mr', '/search?q=atta'],
  [false, '/search?q=atta', '/search?q=atta&lang=hi'],
  [false, '/?lang=mr', '/?lang=hi'],
])(
  'the page is loaded in the chosen language, with cookies (%s) and by its address',
  (cookieEnabled, from, to) => {
    const loaded: string[] = []
    vi.stubGlobal('navigator', { cookieEnabled })
    vi.stubGlobal('location', {
      href: `https://shop.example${from}`,
      reload: () => loaded.push('reloaded'),
      replace: ({ pathname, search }: URL) => loaded.push(pathname + search),
    })
    chooseLanguage('hi')
    expect(loaded).toEqual([to])
  },
)

test('a kept choice is read from the cookie', () => {
  let kept = ''
  cookie({ get: () => kept, set: (text: string) => (kept = text.split(';')[0] ?? '') })
  saveChoice('theme', 'dark', '/')
  expect(readChoice('theme')).toBe('dark')
  kept = 'theme=light'
  expect(readChoice('theme')).toBe('light')
})
