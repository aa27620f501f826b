import { expect, test } from 'vitest'
import { EMPTY_SETUP, refuse, serverRefusals, toRequest, withoutStep } from './setup-values'

const owner = { ...EMPTY_SETUP, name: 'Sunita', email: 'sunita@example.in', password: 'seven mangoes' }

test('empty fields are not sent, and a price list from a file starts without products', () => {
  expect(toRequest({ ...owner, goods: 'file' }, 'secret')).toEqual({
    token: 'secret',
    name: 'Sunita',
    email: 'sunita@example.in',
    password: 'seven mangoes',
    shop: { deliveryMinutes: 60, pay: { cod: true, upi: false } },
    goods: 'empty',
  })
  const { shop } = toRequest(
    { ...owner, opens: '07:00', closes: '22:00', minOrder: '199.50', upi: true, upiId: 'g@upi' },
    '',
  )
  expect(shop).toMatchObject({ minOrder: 199.5, upiId: 'g@upi', pay: { cod: true, upi: true } })
  expect(shop?.hours).toHaveLength(7)
})

test('a step is validated at its fields before the next one', () => {
  expect(Object.keys(refuse({ ...EMPTY_SETUP, email: 'sunita@' }, 0))).toEqual(['name', 'email', 'password'])
  expect(Object.keys(refuse({ ...owner, minOrder: 'a lot', minutes: 'soon', opens: '07:00' }, 1))).toEqual([
    'minOrder',
    'minutes',
    'closes',
  ])
  expect(refuse(owner, 0)).toEqual({})
})

test('a refusal of the server leads back to the step of the field', () => {
  const refused = serverRefusals([
    { field: 'shop.legal.fssai', message: 'Fourteen.' },
    { field: 'shop.phone', message: 'A phone.' },
  ])
  expect(refused).toEqual({ errors: { fssai: 'Fourteen.', phone: 'A phone.' }, step: 1 })
  expect(serverRefusals([{ field: 'token', message: 'No.' }]).step).toBeUndefined()
})

test('the GST status is sent with its GSTIN, and neither when it is chosen later', () => {
  const typed = { ...owner, fssai: '11520000000000', gstin: '27AAAPK0000A1ZX' }
  const legal = (gst: (typeof typed & { gst: 'REGISTERED' | 'UNREGISTERED' | '' })['gst']) =>
    (toRequest({ ...typed, gst }, '').shop as { legal?: object } | undefined)?.legal
  expect(legal('REGISTERED')).toEqual({
    fssai: '11520000000000',
    gst: 'REGISTERED',
    gstin: '27AAAPK0000A1ZX',
  })
  expect(legal('UNREGISTERED')).toEqual({ fssai: '11520000000000', gst: 'UNREGISTERED' })
  expect(legal('')).toEqual({ fssai: '11520000000000' })
  expect(Object.keys(refuse({ ...owner, gst: 'COMPOSITION' }, 4))).toEqual(['gstin'])
  expect(refuse({ ...owner, gst: 'UNREGISTERED' }, 4)).toEqual({})
  expect(withoutStep({ ...typed, gst: 'REGISTERED' }, 4)).toMatchObject({ gst: '', gstin: '' })
})

test('skipping a step resets its values', () => {
  expect(withoutStep({ ...owner, phone: '98' }, 1)).toEqual(owner)
  expect(withoutStep(owner, 2).goods).toBe('empty')
})

test('the step of the price list requires a list before the next one', () => {
  const list = new File(['Name,MRP'], 'goods.csv')
  expect(Object.keys(refuse({ ...owner, goods: 'file', pieces: 'many' }, 2))).toEqual(['list', 'pieces'])
  expect(refuse({ ...owner, goods: 'file', list }, 2)).toEqual({})
  expect(refuse(owner, 2)).toEqual({})
})

test('numbers are read in the digits of every script', () => {
  const typed = { ...EMPTY_SETUP, minOrder: '१९९.५', minutes: '４５' }
  expect(refuse(typed, 1)).not.toHaveProperty('minOrder')
  expect(refuse(typed, 1)).not.toHaveProperty('minutes')
  expect(toRequest(typed, 'token').shop).toMatchObject({ minOrder: 199.5, deliveryMinutes: 45 })
})
