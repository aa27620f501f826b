import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnerSettings } from '@/features/settings/staff-api'
import { axeViolations } from './axe-violations'
import { open } from './browser-screen'
import { administrator, errorResponse, type MockResponses, okResponse } from './mock-server'
import { alerts, settings } from './owner-data'

const SAVE = 'PUT /api/settings'

const owner: MockResponses = {
  'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
  'GET /api/settings/alerts': okResponse(alerts),
}

async function openSettings(section: string, saved = settings(), stored: Record<string, string> = {}) {
  const responses = { ...owner, 'GET /api/settings/all': okResponse(saved) }
  const path = `/dashboard/settings?section=${section}`
  const opened = await open(path, { as: 'administrator', responses, stored })
  await expect.element(header('Pages')).toBeVisible()
  const sent = () => opened.requests.filter(({ call }) => call === SAVE).map(({ body }) => body)
  return { ...opened, sent }
}

const header = (section: string) => page.getByRole('button', { name: new RegExp(`^${section}`) })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const conflict = (present: OwnerSettings) => {
  const { status, body } = errorResponse(409, 'Somebody else has saved the settings.')
  return { status, body: { ...body, data: present } }
}

test('an unknown section in the URL opens the first section', async () => {
  await openSettings('anything')
  await expect.element(header('Shop')).toHaveAttribute('aria-expanded', 'true')
})

test('text typed while the settings are being saved stays, as an unsaved change', async () => {
  const { hold, sent } = await openSettings('contact')
  const held = hold(SAVE)
  await field('Phone').fill('98220 00001')
  await save().click()
  expect(await held.arrived).toEqual({ phone: '98220 00001', version: 1 })
  await page.getByLabelText('Shop and street').fill('Shop 4')
  held.release(okResponse(settings({ phone: '98220 00001', version: 2 })))
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  await expect.element(page.getByText('1 change not saved')).toBeVisible()
  await expect.element(page.getByLabelText('Shop and street')).toHaveValue('Shop 4')
  const next = hold(SAVE)
  await save().click()
  await next.arrived
  expect(sent()).toEqual([
    { phone: '98220 00001', version: 1 },
    { address: 'Shop 4', version: 2 },
  ])
})

test('the focus moves to the open section when the save bar with the focused button is removed', async () => {
  const { responses } = await openSettings('contact')
  responses[SAVE] = okResponse(settings({ phone: '98220 00001', version: 2 }))
  await field('Phone').fill('98220 00001')
  await save().click()
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(header('Phone and address')).toHaveFocus()
  await field('Phone').fill('98220 00002')
  await page.getByRole('button', { name: 'Undo them', exact: true }).click()
  await expect.element(header('Phone and address')).toHaveFocus()
})

test('one section is open at a time, and unsaved values of other sections are saved with it', async () => {
  const { responses, sent } = await openSettings('shop')
  await field('Name').fill('Ganesh Kirana')
  await page.getByLabelText('Indigo').click()
  await header('Delivery').click()
  await expect.element(header('Shop')).toHaveAttribute('aria-expanded', 'false')
  await page.getByLabelText('Add pincodes').fill('Camp 411001, 411 004;411005')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('Not understood: Camp. A pincode has six digits.')).toBeVisible()
  await page.getByLabelText('Smallest order').fill('199')
  await expect.element(page.getByText('Add ₹49 more to order')).toBeVisible()
  await expect.element(page.getByText('4 changes not saved')).toBeVisible()
  const pincodes = ['411001', '411004', '411005']
  const change = { name: 'Ganesh Kirana', accent: '#4659a8', pincodes, minOrder: 199 }
  responses[SAVE] = okResponse(settings({ ...change, version: 2 }))
  await save().click()
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  await expect.element(page.getByText('not saved')).not.toBeInTheDocument()
  expect(sent()).toEqual([{ ...change, version: 1 }])
})

test('a refusal is shown at its field, in its section, which is opened, and typed values are kept', async () => {
  const { responses } = await openSettings('legal')
  await field('FSSAI license').fill('123')
  await header('Phone and address').click()
  await field('Phone').fill('98220 41873')
  const { status, body } = errorResponse(400, 'Please look at the fields.')
  const message = 'The FSSAI number must have 14 digits.'
  responses[SAVE] = { status, body: { ...body, errors: [{ field: 'legal.fssai', message }] } }
  await save().click()
  await expect.element(page.getByText(message).last()).toBeVisible()
  await expect.element(field('FSSAI license')).toHaveValue('123')
  await field('FSSAI license').fill('11520000000000')
  await expect.element(page.getByText('2 changes not saved')).toBeVisible()
})

test('the last payment method cannot be switched off, and the reason is shown beside the switch', async () => {
  const { sent } = await openSettings('payment')
  const cash = page.getByRole('checkbox', { name: 'Cash on delivery' })
  await cash.click()
  await page.getByRole('checkbox', { name: 'Card online' }).click()
  await header('Legal').click()
  await save().click()
  await expect.element(header('How you are paid')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText(/^Shoppers need a way to pay: please leave cash/)).toBeVisible()
  await expect.element(cash).toHaveAttribute('aria-invalid', 'true')
  expect(await axeViolations()).toEqual([])
  await cash.click()
  await expect.element(page.getByText(/^Shoppers need a way to pay/)).not.toBeInTheDocument()
  expect(sent()).toEqual([])
})

test('unsaved values are offered again on this device', async () => {
  await openSettings('contact')
  await page.getByLabelText('Shop and street').fill('Shop 4, Bhandarkar Road')
  await expect.element(page.getByText('1 change not saved')).toBeVisible()
  await openSettings('contact', settings(), { ...localStorage })
  await expect.element(page.getByText('1 change of last time was not saved.')).toBeVisible()
  await expect.element(page.getByLabelText('Shop and street')).toHaveValue('')
  await page.getByRole('button', { name: 'Go on with them' }).click()
  await expect.element(page.getByLabelText('Shop and street')).toHaveValue('Shop 4, Bhandarkar Road')
  await page.getByRole('button', { name: 'Undo them' }).click()
  await openSettings('contact', settings(), { ...localStorage })
  await expect.element(page.getByText('not saved')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Shop and street')).toHaveValue('')
})

test('when two owners change a setting, the second sees both values and chooses', async () => {
  const { responses, sent } = await openSettings('contact', settings({ email: 'old@ganesh.in' }))
  await field('Email').fill('mine@ganesh.in')
  responses[SAVE] = conflict(settings({ email: 'theirs@ganesh.in', tagline: 'Their words', version: 2 }))
  await save().click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this, too' })
  await expect.element(dialog.getByText('theirs@ganesh.in')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  await dialog.getByLabelText('mine@ganesh.in').click()
  responses[SAVE] = okResponse(settings({ email: 'mine@ganesh.in', tagline: 'Their words', version: 3 }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  expect(sent()).toEqual([
    { email: 'mine@ganesh.in', version: 1 },
    { email: 'mine@ganesh.in', version: 2 },
  ])
})

test('settings of another owner that are read while typing still conflict', async () => {
  const { hold, responses, sent } = await openSettings('contact', settings({ email: 'old@ganesh.in' }))
  await field('Email').fill('mine@ganesh.in')
  const theirs = settings({ email: 'theirs@ganesh.in', version: 2 })
  const read = hold('GET /api/settings/all')
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  window.dispatchEvent(new Event('visibilitychange'))
  await read.arrived
  read.release(okResponse(theirs))
  await field('Phone').fill('98220 00001')
  responses[SAVE] = conflict(theirs)
  await save().click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this, too' })
  await expect.element(dialog.getByText('theirs@ganesh.in')).toBeVisible()
  expect(sent()).toEqual([{ email: 'mine@ganesh.in', phone: '98220 00001', version: 1 }])
})

test('a change of another setting meanwhile is no conflict', async () => {
  const { hold, sent } = await openSettings('contact')
  const [refused, saved] = [hold(SAVE), hold(SAVE)]
  await field('Phone').fill('98220 00001')
  await save().click()
  refused.release(conflict(settings({ tagline: 'Changed meanwhile', version: 2 })))
  await saved.arrived
  const after = settings({ phone: '98220 00001', tagline: 'Changed meanwhile', version: 3 })
  saved.release(okResponse(after))
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  expect(sent().at(-1)).toEqual({ phone: '98220 00001', version: 2 })
})

test('text typed while a save is merged with a change of another setting stays', async () => {
  const { hold } = await openSettings('contact')
  const [refused, saved] = [hold(SAVE), hold(SAVE)]
  await field('Phone').fill('98220 00001')
  await save().click()
  await refused.arrived
  await page.getByLabelText('Shop and street').fill('Shop 4')
  refused.release(conflict(settings({ tagline: 'Changed meanwhile', version: 2 })))
  expect(await saved.arrived).toEqual({ phone: '98220 00001', version: 2 })
  saved.release(okResponse(settings({ phone: '98220 00001', tagline: 'Changed meanwhile', version: 3 })))
  await expect.element(page.getByText('Settings saved.')).toBeVisible()
  await expect.element(page.getByLabelText('Shop and street')).toHaveValue('Shop 4')
  await expect.element(page.getByText('1 change not saved')).toBeVisible()
})

test('riders are listed with their pincodes, and a name entered again gets the new pincodes', async () => {
  const { hold } = await openSettings('delivery', settings({ riders: [{ name: 'Salim', pincodes: [] }] }))
  const held = hold(SAVE)
  const add = async (name: string, area: string) => {
    await field('Name').fill(name)
    await field('Pincodes, if the rider has an area').fill(area)
    await page.getByRole('button', { name: 'Add the rider' }).click()
  }
  await add('Raju', '411 001 kothrud')
  await expect.element(page.getByText(/kothrud/)).toBeVisible()
  await add('Raju', '411 001, 411004')
  await add('raju', '411005')
  await page.getByRole('button', { name: 'Remove Salim' }).click()
  await save().click()
  expect(await held.arrived).toMatchObject({ riders: [{ name: 'raju', pincodes: ['411005'] }] })
})

test('hours, holidays and UPI are set with a preview for shoppers', async () => {
  const { hold } = await openSettings('hours')
  const held = hold(SAVE)
  await page.getByLabelText('Open at all hours').click()
  await page.getByLabelText('Monday opens').fill('08:00')
  await page.getByRole('button', { name: 'Monday’s hours for all days' }).click()
  await page.getByLabelText('Open on Sunday').click()
  await field('Day').fill('2026-12-25')
  await page.getByLabelText('What for').fill('Christmas')
  await page.getByRole('button', { name: 'Add the day' }).click()
  await expect.element(page.getByText('Friday, 25 December')).toBeVisible()
  await header('How you are paid').click()
  await page.getByLabelText('UPI ID').fill('ganesh@upi')
  await expect.element(page.getByRole('img', { name: 'QR code that pays ₹1 to this UPI ID' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Send ₹1 to try it' }))
    .toHaveAttribute('href', expect.stringMatching(/^upi:\/\/pay\?pa=ganesh@upi&pn=.*&am=1\.00&cu=INR/))
  await save().click()
  const day = ['08:00', '22:00']
  expect(await held.arrived).toMatchObject({
    hours: [day, day, day, day, day, day, []],
    holidays: ['2026-12-25'],
    holidayNotes: { '2026-12-25': 'Christmas' },
    upiId: 'ganesh@upi',
  })
  await expect.element(header('Hours and holidays')).toHaveTextContent('Mon to Sat 8 am to 10 pm, Sun closed')
})

test('the GST section previews the next bill number, and says that a started series keeps its first number', async () => {
  const legal = {
    ...settings().legal,
    gst: 'REGISTERED' as const,
    gstin: '27AAAPK0000A1ZX',
    state: 'Maharashtra',
  }
  const { hold, sent } = await openSettings(
    'gst',
    settings({ legal, bill: { prefix: 'GK', start: 500 }, nextBill: 743 }),
  )
  await expect.element(page.getByText(/^Next: GK\/\d\d-\d\d\/00743\.$/)).toBeVisible()
  await expect.element(page.getByText(/^No longer counts: the series has begun/)).toBeVisible()
  await expect.element(page.getByText('The check digit is right.')).toBeVisible()
  await field('Front of the number').fill('gk ')
  await expect.element(page.getByText(/^No longer counts: the series has begun/)).toBeVisible()
  await field('Front of the number').fill('gx')
  await expect.element(page.getByText(/^Next: GX\/\d\d-\d\d\/00500\.$/)).toBeVisible()
  await expect.element(page.getByText('Counts until the first bill is issued.')).toBeVisible()
  await page.getByRole('radio', { name: /^Composition/ }).click()
  await expect.element(page.getByText('BILL OF SUPPLY')).toBeVisible()
  await field('GSTIN').fill('27AAAPK0000A1ZY')
  await field('HSN on bills to shoppers').selectOptions('6')
  await page.getByRole('checkbox', { name: /^Round off/ }).click()
  const held = hold(SAVE)
  await save().click()
  await held.arrived
  const refused = errorResponse(400, 'The last sign does not fit.')
  held.release({
    status: 400,
    body: {
      ...refused.body,
      errors: [
        { field: 'legal.gstin', message: 'The last sign does not fit. Look at your certificate again.' },
      ],
    },
  })
  await expect
    .element(page.getByText('The last sign does not fit. Look at your certificate again.'))
    .toBeVisible()
  await expect.element(field('GSTIN')).toHaveFocus()
  expect(sent()).toEqual([
    {
      version: 1,
      legal: { gst: 'COMPOSITION', gstin: '27AAAPK0000A1ZY' },
      bill: { prefix: 'gx' },
      hsnDigits: 6,
      roundOff: true,
    },
  ])
  expect(await axeViolations()).toEqual([])
})

test('data missing on the bills of a registered shop has a link to its field', async () => {
  const readiness = [
    { key: 'gstin', ok: false, text: 'Enter the GSTIN.', seen: 'every bill' },
    { key: 'taxes', ok: false, text: 'Give an HSN to 3 products.', seen: 'every bill' },
  ]
  await openSettings('legal', settings({ readiness }))
  await expect
    .element(page.getByRole('link', { name: 'Fill in: Give an HSN to 3 products.' }))
    .toHaveAttribute('href', '/dashboard/tax')
  await page.getByRole('button', { name: 'Fill in: Enter the GSTIN.' }).click()
  await expect.element(field('GSTIN')).toBeVisible()
})
