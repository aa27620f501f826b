import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withdrawUndo } from '@/features/order/admin/undo-offer'
import { open } from './browser-screen'
import {
  administrator,
  aLine,
  cartLine,
  dairy,
  type MockResponses,
  milk,
  okResponse,
  openShop,
  product,
} from './mock-server'
import { anOrder, orderList } from './orders'
import { alerts, settings, today } from './owner-data'
import { PAPERS, RECORD_PAGES, recordsWith } from './people-data'

afterEach(withdrawUndo)

/** Wraps each text node in an element with other text, as browser translation does. */
function translate(): void {
  const texts: Text[] = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const text = walk.currentNode as Text
    if (/[A-Za-z]{2}/.test(text.data) && !text.parentElement?.closest('script, style, font')) texts.push(text)
  }
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `«${text.data}»`
    text.replaceWith(font)
  }
}

/** Waits until the changes caused by a press are rendered. */
async function rendered(): Promise<void> {
  for (let frames = 0; frames < 3; frames++)
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
}

const MAX_PRESSES = 40
const CONTROLS = 'button:not(:disabled), summary, input[type=checkbox], input[type=radio], select'
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent ?? ''
const keyOf = (control: Element) =>
  `${control.tagName} ${nameOf(control).replace(/[«»\d]/g, '')} ${control.getAttribute('name')}`

function press(control: Element): void {
  if (!(control instanceof HTMLSelectElement)) {
    ;(control as HTMLElement).click()
    return
  }
  control.selectedIndex = (control.selectedIndex + 1) % control.options.length
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * Presses each control of a translated page once and reopens the page if a press left it; `begin` brings an opened page to
 * the step to try. Returns the controls that crashed the page.
 */
async function pressEverything(
  path: string,
  options: Parameters<typeof open>[1],
  begin: () => Promise<void> = async () => {},
): Promise<string[]> {
  const broken: string[] = []
  const pressed = new Set<string>()
  const enter = async () => {
    const opened = await open(path, options)
    await expect.poll(() => document.querySelector('main h1, main h2'), { message: path }).not.toBeNull()
    await begin()
    await rendered()
    translate()
    return opened
  }
  let app = await enter()
  while (pressed.size < MAX_PRESSES) {
    const control = [...document.querySelectorAll(CONTROLS)].find(
      (element) => element.checkVisibility() && !pressed.has(keyOf(element)),
    )
    if (!control) break
    pressed.add(keyOf(control))
    const name = nameOf(control)
    press(control)
    await rendered()
    translate()
    const down = /could not be shown/.test(document.body.textContent ?? '')
    if (down) broken.push(`${path}: ${name}`)
    if (down || app.address().split('?')[0] !== path.split('?')[0]) app = await enter()
  }
  expect(pressed.size, `${path} has controls`).toBeGreaterThan(0)
  return broken
}

const LISTS: MockResponses = {
  'GET /api/settings': okResponse({
    ...openShop,
    pincodes: ['411001'],
    deliveryNote: 'Delivery by 7 pm today',
  }),
  'GET /api/cart/get': okResponse([cartLine()]),
  'GET /api/order/getOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
  'GET /api/order/mine': okResponse([anOrder()], { totalCount: 1, totalNoPage: 1 }),
  'GET /api/order/checkouts': orderList(anOrder(), anOrder({ _id: 'second000000', number: 1002 })),
  'GET /api/order/checkout/1001': okResponse(anOrder()),
}

const NONE = { totalCount: 0, totalNoPage: 0 }
const SETUP: MockResponses = {
  'GET /api/setup': okResponse({
    demoProducts: 290,
    demoCategories: 13,
    online: false,
    publicUrl: '',
    languages: [],
  }),
  'POST /api/setup/check': okResponse(null),
}
const OWNERS_LISTS: MockResponses = {
  ...LISTS,
  'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
  'GET /api/tokens': okResponse([]),
  'GET /api/webhooks': okResponse([]),
  'GET /api/suppliers': okResponse([]),
  'GET /api/purchases': okResponse([], {
    ...NONE,
    sums: {
      counts: { expiring: 0, reorder: 0, suppliers: 0 },
      dues: { due: 0, late: 0, lateMonth: 0, suppliers: 0 },
      month: { tax: 0, total: 0 },
      atCost: { still: 0, unknown: 0, value: 0 },
      of: '2026-11',
    },
  }),
  'GET /api/stock/expiring': okResponse([], { sums: [] }),
  'GET /api/stock/reorder': okResponse([]),
  'GET /api/khata': okResponse([], { ...NONE, ages: [] }),
  'GET /api/customers': okResponse([], NONE),
  'GET /api/staff': okResponse([]),
  'GET /api/audit': okResponse([], NONE),
  'GET /api/complaints': okResponse([], NONE),
  'GET /api/report/today': okResponse(today),
  'GET /api/settings/all': okResponse(settings()),
  'GET /api/settings/alerts': okResponse(alerts),
}

const PAGES = {
  stranger: [
    '/',
    '/search?q=milk',
    `/dairy-${dairy._id}/milk-${milk._id}`,
    `/product/toned-milk-${product()._id}`,
    '/login',
    '/register',
    '/forgot-password',
    '/OTPVerify',
    '/contact',
    '/join?token=secret',
  ],
  shopper: [
    '/',
    '/search?q=milk',
    '/cart',
    '/CheckOutPage',
    '/success',
    '/cancel',
    '/userMenu',
    '/dashboard/profile',
    '/dashboard/address',
    '/dashboard/myorders',
    '/complaint',
  ],
  owner: [
    '/dashboard',
    '/dashboard/desk',
    '/dashboard/desk/1001',
    '/dashboard/complaints',
    '/dashboard/settings',
  ],
  administrator: [
    '/dashboard/orders',
    '/dashboard/Category',
    '/dashboard/subCategory',
    '/dashboard/products',
    '/dashboard/uploadProduct',
    '/dashboard/import',
    '/dashboard/phone-order',
    '/dashboard/pick-list',
    '/dashboard/customers',
    '/dashboard/khata',
    '/dashboard/purchases',
    '/dashboard/programs',
    '/dashboard/counter',
    '/dashboard/counter/problems',
    '/dashboard/books',
    '/dashboard/tax',
    '/dashboard/staff',
    '/dashboard/activity',
  ],
  'a clerk': RECORD_PAGES,
  'who prints': PAPERS,
}

for (const [who, paths] of Object.entries(PAGES))
  test(`a page translated by the browser survives every press, for ${who}`, {
    timeout: 120_000,
  }, async () => {
    const as = who === 'stranger' ? undefined : who === 'shopper' ? 'shopper' : 'administrator'
    const records = paths === RECORD_PAGES || paths === PAPERS ? recordsWith() : {}
    const broken: string[] = []
    for (const path of paths)
      broken.push(
        ...(await pressEverything(path, {
          ...(as && { as }),
          responses: as === 'administrator' ? { ...OWNERS_LISTS, ...records } : LISTS,
        })),
      )
    expect(broken).toEqual([])
  })

test('the setup, translated by the browser, survives every press at each step', {
  timeout: 120_000,
}, async () => {
  const next = async () => {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await rendered()
  }
  const begin = async (step: number) => {
    if (step === 0) return
    await page.getByRole('textbox', { name: 'Your name' }).fill('Sunita')
    await page.getByRole('textbox', { name: 'Email' }).fill('sunita@example.in')
    await page.getByLabelText('Password', { exact: true }).fill('seven mangoes')
    for (let pressed = 0; pressed < step; pressed++) {
      const before = document.querySelector('h1')?.textContent
      await next()
      await expect.poll(() => document.querySelector('h1')?.textContent).not.toBe(before)
    }
  }
  const broken: string[] = []
  for (let step = 0; step < 5; step++)
    broken.push(...(await pressEverything('/setup?token=secret', { responses: SETUP }, () => begin(step))))
  expect(broken).toEqual([])
})
