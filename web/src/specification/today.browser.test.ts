import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DayClose, Need } from '@/features/report/api'
import { axeViolations } from './axe-violations'
import { DESKTOP, open, PHONE } from './browser-screen'
import { administrator, type MockResponses, okResponse } from './mock-server'
import { today } from './owner-data'

const SAVE_COUNT = 'PUT /api/report/day'
const bala = { rider: 'Bala', amount: 180, orders: 1, counted: null, difference: null }

/** Returns a day's cash: ₹500, not counted yet. */
const cash = (change: Partial<DayClose> = {}): DayClose => ({
  day: today.date,
  expected: 500,
  counter: [],
  counterNow: [],
  roundOff: 0,
  givenBack: 0,
  suppliers: 0,
  khata: 0,
  credit: 0,
  counted: null,
  difference: null,
  closedAt: null,
  changedSince: 0,
  note: '',
  byRider: [bala],
  byRiderNow: [bala],
  ...change,
})

async function openToday(
  close: object = cash(),
  size = DESKTOP,
  more: MockResponses = {},
  needs: readonly Need[] = [],
) {
  const opened = await open('/dashboard', {
    as: 'administrator',
    size,
    responses: {
      'GET /api/report/today': okResponse({ ...today, needs }),
      'GET /api/report/day': okResponse(close),
      ...more,
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  return opened
}

const panel = () => page.getByRole('region', { name: 'Cash of the day' })
const dialog = () => page.getByRole('dialog', { name: 'Count the cash' })
const saveButton = () => dialog().getByRole('button', { name: 'Keep the count' })

test('the cash of the day is counted, kept and corrected', async () => {
  const { hold } = await openToday()
  await expect.element(panel()).toHaveTextContent('Bala')
  await panel().getByRole('button', { name: 'Count the cash' }).click()
  const field = dialog().getByRole('textbox', { name: 'What is there' })
  await field.fill('a lot')
  await saveButton().click()
  await expect.element(dialog()).toHaveTextContent('Please enter the amount in rupees')
  await expect.element(field).toHaveValue('a lot')
  await field.fill('450')
  await expect.element(dialog().getByRole('status')).toHaveTextContent('₹50 is missing.')
  expect(await axeViolations()).toEqual([])
  await dialog().getByRole('textbox', { name: 'Note' }).fill('Bala brings it tomorrow')
  const held = hold(SAVE_COUNT)
  await saveButton().click()
  const note = 'Bala brings it tomorrow'
  expect(await held.arrived).toEqual({ day: today.date, counted: 450, byRider: [], counter: [], note })
  await expect.element(saveButton()).toHaveAttribute('aria-disabled', 'true')
  held.release(okResponse(cash({ counted: 450, difference: -50, note })))
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(panel()).toHaveTextContent('Missing')
  await expect.element(panel()).toHaveTextContent(note)
  await panel().getByRole('button', { name: 'Correct the count' }).click()
  await expect.element(field).toHaveValue('450')
  const corrected = hold(SAVE_COUNT)
  await field.fill('500')
  await saveButton().click()
  await corrected.arrived
  corrected.release(okResponse(cash({ counted: 500, difference: 0, note, changedSince: -40 })))
  await expect.element(panel()).toHaveTextContent('It adds up')
  await expect
    .element(panel())
    .toHaveTextContent('Orders have changed since it was counted: by now ₹40 less should be there.')
})

test('the cash handed in by each rider is summed up, and sent with the count', async () => {
  const meera: DayClose['byRider'][number] = { ...bala, rider: 'Meera', counted: 0, difference: 0 }
  const { hold } = await openToday(cash({ byRider: [bala, meera], byRiderNow: [bala, meera] }))
  await panel().getByRole('button', { name: 'Count the cash' }).click()
  const riderFields = dialog().getByRole('group', { name: 'What each one handed in' }).getByRole('textbox')
  await riderFields.nth(0).fill('100')
  await riderFields.nth(1).fill('150.50')
  await expect.element(dialog().getByRole('textbox', { name: 'What is there' })).toHaveValue('250.5')
  const held = hold(SAVE_COUNT)
  await saveButton().click()
  expect(await held.arrived).toMatchObject({
    counted: 250.5,
    byRider: [
      { rider: 'Bala', counted: 100 },
      { rider: 'Meera', counted: 150.5 },
    ],
  })
})

test('a drawer is counted with its opening cash, which is not part of the total', async () => {
  const drawer: DayClose['counter'][number] = {
    device: 'door',
    name: 'Counter 1',
    whoId: 'sunita',
    who: 'Sunita',
    email: '',
    orders: 3,
    cash: 420,
    change: 0,
    givenBack: 20,
    opening: null,
    counted: null,
    difference: null,
  }
  const { hold } = await openToday(cash({ expected: 580, counter: [drawer], counterNow: [drawer] }))
  await panel().getByRole('button', { name: 'Count the cash' }).click()
  await dialog().getByRole('textbox', { name: 'Bala' }).fill('180')
  const fields = dialog().getByRole('group', { name: 'Counter 1, Sunita' })
  await expect.element(fields).toHaveTextContent('₹400 came in')
  await fields.getByRole('textbox', { name: 'In it in the morning' }).fill('1000')
  await dialog().getByRole('textbox', { name: 'What is there' }).fill('570')
  await saveButton().click()
  await expect.element(fields).toHaveTextContent('Please enter the amount in rupees')
  await fields.getByRole('textbox', { name: 'In it now' }).fill('1,390')
  await expect.element(dialog().getByRole('textbox', { name: 'What is there' })).toHaveValue('570')
  await expect.element(dialog().getByRole('status')).toHaveTextContent('₹10 is missing.')
  expect(await axeViolations()).toEqual([])
  const held = hold(SAVE_COUNT)
  await saveButton().click()
  expect(await held.arrived).toMatchObject({
    counted: 570,
    byRider: [{ rider: 'Bala', counted: 180 }],
    counter: [{ device: 'door', whoId: 'sunita', opening: 1000, counted: 1390 }],
  })
  const counted = { ...drawer, opening: 1000, counted: 1390, difference: -10 }
  held.release(okResponse(cash({ counted: 570, difference: -10, counter: [counted], counterNow: [drawer] })))
  await expect
    .element(panel())
    .toHaveTextContent('₹1,390 in it, ₹1,000 of it since the morning ₹10 is missing.')
  await panel().getByRole('button', { name: 'Correct the count' }).click()
  await expect.element(fields.getByRole('textbox', { name: 'In it in the morning' })).toHaveValue('1000')
})

test('the drawers of two people of one name are counted apart, each by its email', async () => {
  const drawer = (whoId: string, taken: number): DayClose['counter'][number] => ({
    device: 'door',
    name: 'Counter 1',
    whoId,
    who: 'Bala',
    email: `${whoId}@example.com`,
    orders: 1,
    cash: taken,
    change: 0,
    givenBack: 0,
    opening: null,
    counted: null,
    difference: null,
  })
  const counterNow = [drawer('bala1', 100), drawer('bala2', 200)]
  const counter = [{ ...drawer('bala1', 100), opening: 0, counted: 100 }, drawer('bala2', 200)]
  const { hold } = await openToday(cash({ counted: 100, difference: -200, counter, counterNow }))
  await expect.element(panel()).toHaveTextContent('Counter 1, Bala (bala2@example.com)')
  await panel().getByRole('button', { name: 'Correct the count' }).click()
  const first = dialog().getByRole('group', { name: 'Counter 1, Bala (bala1@example.com)' })
  await expect.element(first.getByRole('textbox', { name: 'In it now' })).toHaveValue('100')
  const second = dialog().getByRole('group', { name: 'Counter 1, Bala (bala2@example.com)' })
  await second.getByRole('textbox', { name: 'In it now' }).fill('190')
  const held = hold(SAVE_COUNT)
  await saveButton().click()
  expect(await held.arrived).toMatchObject({
    counter: [
      { device: 'door', whoId: 'bala1', opening: 0, counted: 100 },
      { device: 'door', whoId: 'bala2', opening: 0, counted: 190 },
    ],
  })
  held.release(okResponse(cash()))
})

test('each need leads to the page that the server names', async () => {
  const kinds = {
    NEW: '/dashboard/desk?show=NEW',
    PROBLEMS: '/dashboard/desk?show=PROBLEMS',
    COMPLAINTS: '/dashboard/complaints',
    KHATA: '/dashboard/khata/meera0000000',
    COUNTER: '/dashboard/counter/problems',
    TO_COUNT: '/dashboard/counter/problems',
    WEBHOOKS: '/dashboard/programs',
    OUT_OF_STOCK: '/dashboard/products?stock=out',
  } as const
  const needs = Object.entries(kinds).map(([kind, to]) => ({
    kind: kind as Need['kind'],
    count: 2,
    since: `${today.date}T06:00:00Z`,
    text: 'Meera',
    to,
  }))
  await openToday(cash(), DESKTOP, {}, needs)
  const links = page.getByRole('region', { name: 'Needs you now' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(Object.values(kinds))
})

test('leaving the page while its chart scrolls throws no error, where scrollTo returns a promise', async () => {
  const errors: string[] = []
  const note = ({ message }: ErrorEvent) => errors.push(message)
  addEventListener('error', note)
  onTestFinished(() => removeEventListener('error', note))
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
  scrolled.mockImplementation(() => Promise.resolve() as unknown as undefined)
  onTestFinished(() => scrolled.mockRestore())
  await openToday(cash(), PHONE)
  await expect.element(page.getByRole('heading', { name: 'Sales, last 30 days' })).toBeVisible()
  expect(scrolled).toHaveBeenCalled()
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect.element(page.getByRole('heading', { name: 'Today', level: 1 })).not.toBeInTheDocument()
  expect(errors).toEqual([])
})

test('data missing on the bills of a registered shop is listed for the owner, each with its link', async () => {
  const item = (key: string, text: string) => ({ key, ok: false, text, seen: 'every bill' })
  await openToday(cash(), DESKTOP, {
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
    'GET /api/settings/all': okResponse({
      readiness: [
        item('gstin', 'Enter the GSTIN.'),
        item('taxes', 'Give an HSN to 3 products.'),
        item('terms', 'Write the terms.'),
      ],
    }),
  })
  const link = (name: string) => page.getByRole('link', { name: `Fill in: ${name}` })
  await expect.element(link('Enter the GSTIN.')).toHaveAttribute('href', '/dashboard/settings?section=gst')
  await expect.element(link('Give an HSN to 3 products.')).toHaveAttribute('href', '/dashboard/tax')
  await expect
    .element(page.getByText('One thing that an online grocer in India must show is missing.'))
    .toBeVisible()
})

test('Today says whether customers reach the shop, and links to the poster and the texts for them', async () => {
  const address = 'https://shop.example.com'
  await openToday(cash(), PHONE, {
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
    'GET /api/report/reach': okResponse({ state: 'NO_NAME', address, at: '2026-01-15T06:00:00Z' }),
  })
  await expect.element(page.getByText('shop.example.com leads nowhere yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Tell your customers' }).click()
  await expect.element(page.getByRole('img', { name: `QR code of ${address}` })).toBeVisible()
  await expect.element(page.getByRole('article')).toHaveTextContent('Order from us')
  const whatsApp = page.getByRole('link', { name: 'Open WhatsApp' }).element() as HTMLAnchorElement
  expect(new URL(whatsApp.href).searchParams.get('text')).toContain(address)
  expect(await axeViolations()).toEqual([])
})
