import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from './axe-violations'
import { open } from './browser-screen'
import { administrator, errorResponse, okResponse } from './mock-server'

const PROBLEMS = 'GET /api/counter/problems'
const SETTLE = 'PUT /api/counter/problems/r1'

const refusal = (_id: string, kind: 'SALE' | 'RETURN', number: string) => ({
  _id,
  kind,
  number,
  device: 'door',
  deviceName: 'Counter 1',
  key: _id,
  code: 'no_product',
  message: 'Aata is no longer sold.',
  who: 'Bala',
  at: '2026-01-08T10:00:00Z',
})
const toCount = [
  { productId: 'p1', name: 'Toor Dal', unit: '1 kg', missing: 2, since: '2026-01-08T10:00:00Z' },
]
const refused = [refusal('r1', 'SALE', 'C1/2627/0087'), refusal('r2', 'RETURN', '')]

const openProblems = (staffRole = 'MANAGER') =>
  open('/dashboard/counter/problems', {
    as: 'administrator',
    size: { width: 360, height: 740 },
    responses: {
      'GET /api/user/user-details': okResponse({ ...administrator, staffRole }),
      [PROBLEMS]: okResponse({ refused, refusedTotal: 2, toCount }),
    },
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a manager books a refused sale; a refusal of the server stays at its card', async () => {
  const { hold } = await openProblems()
  await expect.element(page.getByRole('heading', { name: 'Sale C1/2627/0087' })).toBeVisible()
  await expect.element(page.getByText('2 pieces more sold than there was')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Set stock of Toor Dal' }))
    .toHaveAttribute('href', '/dashboard/products?q=Toor%20Dal')
  expect(await axeViolations()).toEqual([])
  let held = hold(SETTLE)
  await button('Book it: Sale C1/2627/0087').click()
  expect(await held.arrived).toEqual({ action: 'BOOK' })
  held.release(errorResponse(409, 'The month is closed.'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The month is closed.')
  held = hold(SETTLE)
  await button('Book it: Sale C1/2627/0087').click()
  await held.arrived
  held.release(okResponse({ refused: refused.slice(1), refusedTotal: 1, toCount }))
  await expect.element(page.getByText('Booked.')).toBeVisible()
  expect(
    page
      .getByRole('heading', { level: 3 })
      .elements()
      .map((title) => title.textContent),
  ).toEqual(['Taken back'])
})

test('a refused sale is left out with a reason', async () => {
  const { hold } = await openProblems()
  await button('Leave it out: Sale C1/2627/0087').click()
  const why = page.getByRole('textbox', { name: 'Why' })
  await expect.element(why).toHaveFocus()
  await why.fill('Billed on paper')
  const held = hold(SETTLE)
  await button('Leave it out').click()
  expect(await held.arrived).toEqual({ action: 'DISMISS', reason: 'Billed on paper' })
  held.release(okResponse({ refused: [], refusedTotal: 0, toCount: [] }))
  await expect.element(page.getByText('No problems at the counter')).toBeVisible()
})

test('a packer reads the problems and settles none', async () => {
  await openProblems('PACKER')
  await expect.element(page.getByText('A manager books them or leaves them out.')).toBeVisible()
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Set stock of Toor Dal' }).elements()).toEqual([])
})
