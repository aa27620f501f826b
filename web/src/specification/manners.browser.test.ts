import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notify } from '@/lib/notify'
import { DESKTOP, open, PHONE } from './browser-screen'
import { administrator, cartLine, errorResponse, okResponse, openShop, product } from './mock-server'

const full = { 'GET /api/cart/get': okResponse([cartLine()]) }
const boxOf = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect()

test('home reserves no space for orders after a logout', async () => {
  document.documentElement.style.setProperty('--space-orders', '400px')
  await open('/', { size: PHONE })
  await expect.element(page.getByRole('heading', { name: 'Dairy, Bread & Eggs' }).first()).toBeVisible()
  document.documentElement.style.removeProperty('--space-orders')
  expect(document.querySelector('[class*=reserved-space_orders]')).toBeNull()
})

test('after Proceed in the drawer the focus is in the checkout', async () => {
  await open('/', { as: 'shopper', responses: full })
  await page
    .getByRole('link', { name: /^Cart, 2 items/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect.element(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  await expect.poll(() => document.activeElement?.outerHTML.slice(0, 80)).toContain('id="content"')
})

test('a product link in the drawer closes the drawer, and the focus is in the product’s page', async () => {
  await open('/', { as: 'shopper', responses: full })
  await page
    .getByRole('link', { name: /^Cart, 2 items/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.getByRole('link', { name: product().name }).click()
  await expect.element(page.getByRole('heading', { name: product().name, level: 1 })).toBeVisible()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.outerHTML.slice(0, 80)).toContain('id="content"')
})

test('prices are separate for screen readers, the title has the search text, and the cart bar is a landmark', async () => {
  await open('/cart', { as: 'shopper', responses: full, size: PHONE })
  await expect.element(page.getByText('Items total')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/₹[\d,]+₹/)
  await open('/search?q=milk', { as: 'shopper', responses: full, size: PHONE })
  await expect.poll(() => document.title).toBe('milk - Search - Kirana')
  const bar = page.getByRole('navigation', { name: 'Cart', exact: true })
  await expect.element(bar.getByRole('link', { name: /View cart/ })).toBeVisible()
})

test('the cart bar is one row with two pictures, while the shop is open and while it is closed', async () => {
  const bread = product({ _id: 'bread0000000', name: 'Brown Bread', discount: 10 })
  const twoLines = okResponse([cartLine(), cartLine({ _id: 'line00000001', productId: bread })])
  const closed = { ...openShop, open: false, preorders: false, opensAt: '2030-01-05T02:30:00Z' }
  for (const [shop, text] of [
    [openShop, /you save/i],
    [closed, /orders open/i],
  ] as const)
    for (const width of [360, 385, 390]) {
      await open('/search?q=milk', {
        as: 'shopper',
        responses: { 'GET /api/cart/get': twoLines, 'GET /api/settings': okResponse(shop) },
        size: { ...PHONE, width },
      })
      await expect.element(page.getByRole('link', { name: /View cart/ })).toHaveTextContent(text)
      await document.fonts.ready
      const [totals, button] = ['cart-bar_totals', 'cart-bar_button'].map((name) => boxOf(`[class*=${name}]`))
      expect(button?.top, `${text} at ${width} px`).toBeLessThan(totals?.bottom ?? 0)
    }
})

test('the cards of a row are equally high, and their buttons stand on one line', async () => {
  const plain = product({ _id: 'plain0000000', name: 'Curd', unit: '', discount: 0 })
  const long = product({ name: 'Toned Milk of the Farmers of Kolhapur and Satara', unit: '500 ml' })
  await open('/search?q=milk', {
    size: { ...PHONE, width: 360 },
    responses: {
      'GET /api/product/getAll': okResponse([{ ...long, unitPrice: { price: 18, per: '100 ml' } }, plain], {
        totalCount: 2,
        totalNoPage: 1,
      }),
    },
  })
  await expect.element(page.getByRole('link', { name: plain.name, exact: true })).toBeVisible()
  await document.fonts.ready
  for (const part of ['li[class*=product-card_card]', '[class*=cart-action_add]']) {
    const [first, second] = [...document.querySelectorAll(part)].map((element) => {
      const { bottom, height } = element.getBoundingClientRect()
      return part.startsWith('li') ? [bottom, height] : [bottom]
    })
    expect(first, part).toEqual(second)
  }
})

test('a toast covers neither the search field nor, in a wide window, the content below the header', async () => {
  for (const size of [PHONE, DESKTOP]) {
    await open('/search?q=milk', { size })
    await expect.element(page.getByRole('textbox', { name: /search/i })).toBeVisible()
    notify.error(`words at ${size.width}`)
    await expect.element(page.getByText(`words at ${size.width}`)).toBeVisible()
    const toast = boxOf('[data-toast]')
    const field = boxOf('header search')
    expect(toast.bottom <= field.top || toast.top >= field.bottom, `${size.width} px`).toBe(true)
  }
  await open('/register')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  notify.error('words on a form')
  await expect.element(page.getByText('words on a form')).toBeVisible()
  expect(boxOf('h1').top).toBeGreaterThanOrEqual(boxOf('[data-toast]').bottom)
})

test('the thumbnails are below the picture on a phone', async () => {
  const many = product({ image: ['/media/1.jpg', '/media/2.jpg', '/media/3.jpg'] })
  await open(`/product/toned-milk-${many._id}`, {
    size: PHONE,
    responses: { 'POST /api/product/getProductById': okResponse(many) },
  })
  const second = page.getByRole('button', { name: /picture 2/i })
  await expect.element(second).toBeVisible()
  const choice = second.element().getBoundingClientRect()
  expect(choice.top).toBeGreaterThanOrEqual(boxOf('[class*=product-gallery_viewport]').bottom)
  expect(choice.bottom).toBeLessThanOrEqual(boxOf('article h1').top)
})

const customerComplaint = (number: number, fields: object) => ({
  _id: `complaint${number}`,
  number,
  text: 'Sour.',
  order: '',
  reply: '',
  createdAt: new Date().toISOString(),
  acknowledgedAt: null,
  settledAt: null,
  acknowledgeBy: new Date().toISOString(),
  settleBy: new Date().toISOString(),
  customerId: 'customer000',
  mobile: '',
  ...fields,
})
const meera = customerComplaint(101, { name: 'Meera', email: 'meera@example.in', deleted: false })
const deleted = customerComplaint(102, { name: 'Deleted account', email: '', deleted: true })
const openComplaints = () =>
  open('/dashboard/complaints', {
    as: 'administrator',
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
      'GET /api/complaints': okResponse([meera, deleted], { totalCount: 2, totalNoPage: 1 }),
    },
  })

test('the focus moves to the reply after Acknowledge, and to the next reply when the complaint is settled', async () => {
  const { responses } = await openComplaints()
  responses['PUT /api/complaints/complaint101'] = okResponse(null)
  const answer = page.getByRole('form', { name: 'Answer C-101' })
  const acknowledged = { ...meera, acknowledgedAt: new Date().toISOString() }
  await expect.element(answer).toBeVisible()
  responses['GET /api/complaints'] = okResponse([acknowledged, deleted], { totalCount: 2, totalNoPage: 1 })
  await answer.getByRole('button', { name: 'Acknowledge' }).click()
  await expect.element(answer.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument()
  await expect.element(answer.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('We are sorry.')
  responses['GET /api/complaints'] = okResponse([deleted], { totalCount: 1, totalNoPage: 1 })
  await answer.getByRole('button', { name: 'Settle it' }).click()
  await expect.element(page.getByRole('form', { name: 'Answer C-102' }).getByRole('textbox')).toHaveFocus()
})

test('staff sees that a complaint’s account is deleted, and no mail is sent', async () => {
  await openComplaints()
  await expect.element(page.getByRole('form', { name: 'Answer C-101' })).toBeVisible()
  await expect.element(page.getByRole('form', { name: 'Answer C-102' })).toBeVisible()
  await expect.element(page.getByText('Account deleted', { exact: true })).toBeVisible()
  const links = [...document.querySelectorAll('a[href^="mailto:"]')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['mailto:meera@example.in'])
})

test('a complaint’s button keeps the focus while its request runs, and no press sends it again', async () => {
  const { hold, requests } = await open('/complaint', {
    as: 'shopper',
    responses: { 'GET /api/complaints/mine': okResponse([]) },
  })
  const SEND = 'POST /api/complaints/create'
  const held = hold(SEND)
  await page.getByLabelText('What is wrong?').fill('Sour.')
  const send = page.getByRole('button', { name: 'Send the complaint' })
  await send.click()
  await held.arrived
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  await expect.element(send).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  await page.getByLabelText(/^Order number/).click()
  await userEvent.keyboard('{Enter}')
  ;(send.element() as HTMLElement).focus()
  held.release(errorResponse(500, 'Something went wrong'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(send).not.toHaveAttribute('aria-disabled')
  await expect.element(send).toHaveFocus()
  expect(requests.filter(({ call }) => call === SEND)).toHaveLength(1)
})

test('a complaint without a response is sent again under the same key, and the next one under a new one', async () => {
  const complaint = { _id: 'complaint000', number: 101, text: 'Sour.', createdAt: new Date().toISOString() }
  const { hold } = await open('/complaint', {
    as: 'shopper',
    responses: { 'GET /api/complaints/mine': okResponse([]) },
  })
  const keys: string[] = []
  const send = async (response: Parameters<ReturnType<typeof hold>['release']>[0]) => {
    const held = hold('POST /api/complaints/create')
    await page.getByLabelText('What is wrong?').fill('Sour.')
    await page.getByRole('button', { name: 'Send the complaint' }).click()
    keys.push(((await held.arrived) as { key: string }).key)
    held.release(response)
  }
  await send('unreachable')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await send(okResponse(complaint))
  await page.getByRole('button', { name: 'Write another complaint' }).click()
  await send(okResponse({ ...complaint, number: 102 }))
  await expect.element(page.getByRole('status').filter({ hasText: 'C-102' })).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a sent complaint shows its number in place of the form, and gets the focus', async () => {
  const complaint = { _id: 'complaint000', number: 101, text: 'Sour.', createdAt: new Date().toISOString() }
  const { responses } = await open('/complaint', {
    as: 'shopper',
    responses: { 'GET /api/complaints/mine': okResponse([]) },
  })
  responses['POST /api/complaints/create'] = okResponse(complaint)
  await expect.element(page.getByRole('form', { name: 'Complaint' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect.element(page.getByLabelText('What is wrong?')).toHaveFocus()
  await page.getByLabelText('What is wrong?').fill('Sour.')
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Your complaint has the number C-101' }))
    .toHaveFocus()
  await expect.element(page.getByLabelText('What is wrong?')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Write another complaint' }))
  await expect.element(page.getByLabelText('What is wrong?')).toHaveValue('')
  await expect.element(page.getByLabelText('What is wrong?')).toHaveFocus()
})
