import { readFileSync } from 'node:fs'
import { act, fireEvent, render } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SearchPlaceholder } from '@/features/catalog/shop/search-placeholder'
import { texts } from '@/features/catalog/texts'
import type { DeliveryStatus } from '@/features/order/api'
import { deliveryStatusStyle } from '@/features/order/delivery-status'
import { notify } from '@/lib/notify'
import { Toaster } from '@/ui/toaster'
import { cartLine, errorResponse, okResponse, shopper } from './mock-server'
import { all, button, open, press, says, send, textOf, toasts, until } from './screen'

test('the header without a login, of a shopper and of an administrator', async () => {
  open('/')
  expect((await button('Login')).getAttribute('href')).toBe('/login')
  expect((await button('kirana')).getAttribute('href')).toBe('/')
  expect((await button('Home')).getAttribute('href')).toBe('/')
  expect(textOf(await button('My Cart'))).toBe('My Cart')

  open('/', { as: 'shopper', responses: { 'GET /api/cart/get': okResponse([cartLine()]) } })
  expect(textOf(await button('Cart, 2 items · ₹180'))).toContain('2 items · ₹180')
  // A link replaces the menu until its code has loaded.
  await until(() =>
    expect(all<HTMLAnchorElement>('a[aria-label=Account]').map((link) => link.getAttribute('href'))).toEqual([
      '/userMenu',
    ]),
  )
  expect(all('a[aria-label=Account]')[0]?.className, 'on small screens only').toContain('narrowOnly')
  await press('Account')
  await says('My Account', 'My Orders', 'Save Address', 'Log Out')

  open('/', { as: 'administrator' })
  await says('Meera Joshi')
  expect(all('header a[href="/cart"]')).toHaveLength(0)
})

test('an administrator sees no parts for shoppers while the account loads, or after it failed to load', async () => {
  // Simulates a stored administrator session and a new page.
  const { responses } = open('/', { as: 'administrator' })
  await says('Meera Joshi')
  expect(localStorage.getItem('role')).toBe('ADMIN')
  for (const response of ['never', errorResponse(500)] as const) {
    open('/', {
      as: 'administrator',
      responses: { ...responses, 'GET /api/user/user-details': response },
      role: 'ADMIN',
    })
    await says('Toned Milk')
    expect(all('header a[href="/cart"]')).toHaveLength(0)
    expect(all('[aria-label^="Add "]')).toHaveLength(0)
    expect(all('a[href="/dashboard/myorders"]')).toHaveLength(0)
  }
})

test('an administrator who logs in for the first time sees nothing of a shopper before the account has come', async () => {
  for (const response of ['never', errorResponse(500)] as const) {
    const { address } = open('/login', {
      responses: {
        'POST /api/user/login': okResponse({ accessToken: 'access', refreshToken: 'refresh', role: 'ADMIN' }),
        'GET /api/user/user-details': response,
      },
    })
    await send({ email: 'meera@example.in', password: 'seven mangoes' }, 'Login')
    await until(() => expect(address()).toBe('/'))
    await says('Toned Milk')
    expect(all('header a[href="/cart"]')).toHaveLength(0)
    expect(all('[aria-label^="Add "]')).toHaveLength(0)
  }
})

test('with tokens only, the header says Account while the account loads', async () => {
  open('/', { as: 'shopper', responses: { 'GET /api/user/user-details': 'never' } })
  await says('Toned Milk')
  expect(all('header a[href="/userMenu"]')).not.toHaveLength(0)
  expect(all('header [aria-label=Login]')).toHaveLength(0)
})

test('the search box is in the header of account pages and of both dashboards', async () => {
  for (const [path, as] of [
    ['/login'],
    ['/register'],
    ['/forgot-password'],
    ['/OTPVerify'],
    ['/ResetPassword'],
    ['/dashboard/profile', 'shopper'],
    ['/dashboard/profile', 'administrator'],
    ['/dashboard/products', 'administrator'],
  ] as const) {
    open(path, as && { as })
    await until(() => expect(all('header a[href="/search?q="]'), path).toHaveLength(1))
  }
})

test('without the account the header offers to load it again instead of half a menu', async () => {
  const { responses } = open('/', {
    as: 'shopper',
    responses: { 'GET /api/user/user-details': errorResponse(500) },
  })
  await toasts('Your account could not be loaded')
  expect(all('header a[href="/cart"]')).toHaveLength(0)
  expect(all('header [aria-label=Account]')).toHaveLength(0)
  responses['GET /api/user/user-details'] = okResponse(shopper)
  await press('Load my account again')
  await button('My Cart')
})

test('the Login link of the header leads back to the current page', async () => {
  open('/search?q=tea')
  expect((await button('Login')).getAttribute('href')).toBe('/login?redirect=%2Fsearch%3Fq%3Dtea')
})

test.each(['/nowhere', '/nope/x/y', '/dashboard/nonsense'])('%s shows the not-found page', async (path) => {
  open(path)
  await says('Page not found', 'There is no page at this address.')
  await button('Go to Home')
})

test.each(['/cart', '/setup', '/dashboard/print', '/dashboard/poster', '/dashboard/labels'])(
  'the header is hidden on %s, and so is the footer',
  async (path) => {
    open(path)
    await until(() => expect(all('#content')).toHaveLength(1))
    expect(all('header a[aria-label=Home], footer')).toHaveLength(0)
  },
)

test.each([
  ['/login', undefined],
  ['/register', undefined],
  ['/forgot-password', undefined],
  ['/dashboard/orders', 'administrator'],
] as const)('%s has no footer', async (path, as) => {
  open(path, { as })
  await until(() => expect(all('#content')).toHaveLength(1))
  if (as) await says('No Orders Found')
  expect(all('footer')).toHaveLength(0)
})

test('the footer has a copyright and three social icons without links', async () => {
  open('/')
  await says('© ')
  expect(all('footer span[aria-hidden] > *')).toHaveLength(3)
  expect(all('footer a')).toHaveLength(0)
})

test.each<[DeliveryStatus, string]>([
  ['DELIVERED', 'success'],
  ['CANCELED', 'danger'],
  ['PENDING', 'warning'],
  ['LOST' as DeliveryStatus, 'warning'],
])('a delivery that is %s looks %s', (status, tone) => {
  expect(deliveryStatusStyle(status).tone).toBe(tone)
})

describe('in time', () => {
  let root: HTMLElement
  let unmount: (() => void) | undefined

  function show(element: React.ReactNode) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    root = document.createElement('div')
    unmount = render(element, { container: root }).unmount
  }
  /** Advances the clock and lets React render the result. */
  async function pass(ms: number) {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  const typed = () => root.querySelector('[data-typed]')?.getAttribute('data-typed') ?? ''
  const words = () => textOf(root)

  afterEach(() => {
    unmount?.()
    root.remove()
    toast.remove()
    vi.useRealTimers()
  })

  test.each<[string, number, (text: string) => string]>([
    ['blank', 4000, (text) => toast(text)],
    ['error', 4000, (text) => toast.error(text)],
    ['success', 2000, (text) => toast.success(text)],
    ['custom', 4000, (text) => toast.custom(text)],
  ])('a toast of the kind %s stays for %i ms', async (_, ms, say) => {
    show(<Toaster />)
    await pass(0)
    say('words')
    await pass(ms - 10)
    expect(words()).toBe('words')
    await pass(20)
    expect(words()).toBe('')
  })

  test('a loading toast stays until the request is done', async () => {
    show(<Toaster />)
    await pass(0)
    const id = toast.loading('words')
    await pass(3_600_000)
    expect(words()).toBe('words')
    toast.success('done', { id })
    await pass(0)
    expect(words()).toBe('done')
  })

  test('after a press on the action of a toast, later toasts still time out', async () => {
    show(<Toaster />)
    await pass(0)
    document.body.append(root)
    notify.success('words', { action: { label: 'Undo', onPress: () => toast('more') } })
    await pass(0)
    const undo = root.querySelector('button')
    undo?.focus()
    await pass(0)
    if (undo) fireEvent.click(undo)
    await pass(0)
    expect(words()).toBe('more')
    await pass(4010)
    expect(words()).toBe('')
  })

  test('at most 20 toasts show at once', async () => {
    show(<Toaster />)
    await pass(0)
    for (let nth = 1; nth <= 25; nth++) toast(`words ${nth}`)
    await pass(0)
    expect(root.querySelectorAll('[data-toast]')).toHaveLength(20)
    expect(words()).toContain('words 25')
  })

  test('the search bar types six suggestions and shows each for 1000 ms', async () => {
    show(<SearchPlaceholder stopped={false} />)
    await pass(0)
    const rests = new Map<string, number>()
    for (let time = 0; time < 20_000; time += 10) {
      await pass(10)
      const word = typed().match(/“(.*)”/)?.[1] ?? ''
      rests.set(word, (rests.get(word) ?? 0) + 10)
    }
    expect(texts.popularQueries).toEqual(['milk', 'bread', 'sugar', 'paneer', 'cheese', 'chocolate'])
    // The observed time exceeds one turn of the six words, so a word may have rested twice.
    for (const word of texts.popularQueries) expect(rests.get(word)).toBeGreaterThanOrEqual(1000)
    expect(Math.min(...texts.popularQueries.map((word) => rests.get(word) ?? 0))).toBeLessThan(1200)
    expect(rests.has(''), 'empty quotes').toBe(false)
  })

  test('the search bar pauses its suggestions while it is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get')
    onTestFinished(() => hidden.mockRestore())
    const seen = (is: boolean) => {
      hidden.mockReturnValue(!is)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show(<SearchPlaceholder stopped={false} />)
    await pass(0)
    seen(false)
    await pass(0)
    const resting = typed()
    await pass(20_000)
    expect(typed()).toBe(resting)
    seen(true)
    await pass(0)
    await pass(1100)
    await pass(100)
    expect(typed()).not.toBe(resting)
  })
})

describe('in the styles', () => {
  const styles = (name: string) => readFileSync(`src/${name}.css`, 'utf8').replace(/\s+/g, ' ')

  test('a toast ignores presses except on its button', () => {
    const rules = styles('ui/toaster.module')
    expect(rules.match(/\.toaster \{[^}]*\}/)?.[0]).toContain('pointer-events: none')
    expect(rules.match(/\.toast \{[^}]*\}/)?.[0]).not.toContain('pointer-events')
    expect(rules.match(/\.toast > button \{[^}]*\}/)?.[0]).toContain('pointer-events: auto')
  })

  test('toasts are at the top, in the middle', () => {
    const [rule] = styles('ui/toaster.module').match(/\.toaster \{[^}]*\}/) ?? ['']
    expect(rule).toContain('position: fixed')
    expect(rule).toMatch(/inset: 12px 12px auto/)
    expect(rule).toContain('justify-items: center')
  })

  test.each([
    ['routes/-shell/header.module', '.actions > .narrowOnly'],
    ['features/account/shop/user-menu-page.module', '.menu > .narrowOnly'],
  ])('parts for small screens are hidden from 768 px on: %s %s', (name, selector) => {
    const wide = styles(name)
      .split('@media ')
      .filter((rules) => rules.startsWith('(width >= 768px) {'))
    expect(wide.join(' ')).toContain(`${selector} { display: none; }`)
  })

  test('there are 3, 4 or 9 categories in a row', () => {
    const grid = readFileSync('src/features/catalog/admin/category/category-grid.module.css', 'utf8')
    const columns = [...grid.matchAll(/@media \((.*)\)|\.grid \{[^}]*?repeat\((\d)/g)].map(
      ([, screen, count]) => count ?? screen,
    )
    expect(columns).toEqual(['3', 'width >= 768px', '4', 'width >= 1200px', '9'])
  })

  test('the cart button has its count below 768 px, and its total otherwise', () => {
    const [narrow = '', wide = ''] = styles('features/cart/shop/cart-button.module').split(
      '@media (width >= 768px) {',
    )
    expect(narrow).toContain('.count {')
    expect(narrow).not.toContain('display: none')
    expect(wide).toContain('.count { display: none; }')
    expect(wide).toContain('.cartButton > span { display: inline; }')
    const button = styles('ui/header-button.module')
    expect(button).toContain('.headerButton > span { display: none; } @media (width >= 1080px)')
  })

  test('delivered is green, canceled is red, pending is yellow', () => {
    const badges = styles('ui/badge.module')
    expect(badges).toMatch(/\.success \{ background: var\(--good-soft\)/)
    expect(badges).toMatch(/\.danger \{ background: var\(--danger-soft\)/)
    expect(badges).toMatch(/\.warning \{ background: var\(--wait-soft\)/)
    const tokens = styles('styles/tokens')
    expect(tokens).toMatch(/--good-soft: var\(--coriander-100\)/)
    expect(tokens).toMatch(/--danger-soft: var\(--chilli-100\)/)
    expect(tokens).toMatch(/--wait-soft: var\(--marigold-100\)/)
  })
})
