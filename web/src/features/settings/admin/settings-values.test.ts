import { expect, test } from 'vitest'
import { userId } from '@/lib/stored-value'
import type { OwnerSettings } from '../staff-api'
import { readDraft, saveDraft } from './settings-draft'
import {
  changesPaymentMethods,
  conflictingNames,
  invalidNumbers,
  offersPayment,
  realChanges,
  toPatch,
  toValues,
} from './settings-values'

const settings = {
  name: 'Ganesh Kirana',
  tagline: '',
  logo: '',
  accent: '',
  phone: '90000 00012',
  whatsapp: '',
  email: '',
  address: '',
  hours: [],
  holidays: [],
  holidayNotes: {},
  pausedUntil: null,
  preorders: false,
  productFeed: false,
  deliveryNote: '',
  deliveryMinutes: 90,
  deliveryBy: '',
  deliveryCutoff: '',
  pincodes: ['411004'],
  minOrder: 199.5,
  pay: { cod: true, online: true, upi: false },
  legal: { name: '', address: '', fssai: '', gst: '', gstin: '', state: '', grievance: '' },
  bill: { prefix: 'B', start: 1 },
  hsnDigits: 4,
  roundOff: false,
  pages: { about: 'Since 1987.' },
  cashOrders: 10,
  cashLimit: 25000,
  cashUnverified: 0,
  refundLimit: 0,
  upiId: '',
  upiName: '',
  alerts: { sound: true, push: true, mail: true, newMinutes: 10, packingMinutes: 15, lateMinutes: 30 },
  version: 3,
  online: false,
  nextBill: 0,
  readiness: [],
  languages: ['en'],
  spoken: [],
  khata: { limit: null },
  riders: [],
  counter: { discountLimit: 0 },
  weightBarcodes: [],
} satisfies OwnerSettings

const values = toValues(settings)

test('the form shows the stored settings, numbers as they are typed', () => {
  expect(values).toMatchObject({
    name: 'Ganesh Kirana',
    minOrder: '199.5',
    'pay.upi': false,
    'pages.about': 'Since 1987.',
    'pages.terms': '',
    pincodes: ['411004'],
  })
})

test('only changed fields are sent, the fields of a group together', () => {
  const changes = {
    name: 'Ganesh Kirana',
    minOrder: '',
    'legal.name': 'G',
    'legal.fssai': '1',
    'pay.upi': true,
  }
  expect(toPatch(realChanges(changes, values))).toEqual({
    minOrder: 0,
    legal: { name: 'G', fssai: '1' },
    pay: { upi: true },
  })
})

test('an invalid number is refused before it is sent', () => {
  expect(invalidNumbers({ minOrder: 'a lot', cashLimit: ' 20000.50 ', cashOrders: '' }, 'Please.')).toEqual({
    minOrder: 'Please.',
  })
})

test('two changes conflict only where both changed the same setting differently', () => {
  const current = toValues({ ...settings, name: 'Lakshmi Stores', phone: '90000 00013', tagline: 'Fresh' })
  expect(
    conflictingNames({ name: 'Ganesh Stores', email: 'a@b.in', phone: '90000 00013' }, values, current),
  ).toEqual(['name'])
})

test('unsaved settings are stored on the device for their user only, and an invalid draft is ignored', () => {
  userId.write('owner')
  saveDraft({ name: 'Half a na', hours: [[]] })
  expect(readDraft()).toEqual({ name: 'Half a na', hours: [[]] })
  userId.write('another')
  expect(readDraft()).toBeUndefined()
  userId.write('owner')
  localStorage.setItem('work.settingsDraft.owner', '{"formerSetting":1}')
  expect(readDraft()).toBeUndefined()
  localStorage.setItem('work.settingsDraft.owner', 'half')
  expect(readDraft()).toBeUndefined()
  saveDraft({})
  expect(localStorage.getItem('work.settingsDraft.owner')).toBeNull()
})

test('a shop without a payment method is detected before it is saved; UPI alone is not one', () => {
  const pay = (cod: boolean, online: boolean) => ({ 'pay.cod': cod, 'pay.online': online })
  expect(offersPayment(pay(true, false), false)).toBe(true)
  expect(offersPayment(pay(false, true), true)).toBe(true)
  expect(offersPayment(pay(false, true), false), 'no card payment is set up').toBe(false)
  expect(offersPayment(pay(false, false), true)).toBe(false)
  expect(changesPaymentMethods({ 'pay.online': false })).toBe(true)
  expect(changesPaymentMethods({ 'pay.upi': false, name: 'Ganesh' })).toBe(false)
})

test('numbers are read in the digits of every script', () => {
  const changes = { deliveryMinutes: '४५', cashLimit: '１５００.５' }
  expect(invalidNumbers(changes, 'no')).toEqual({})
  expect(toPatch(changes)).toEqual({ deliveryMinutes: 45, cashLimit: 1500.5 })
})
