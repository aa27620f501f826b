import { validateList, validatePieces } from '@/features/media/price-list-file'
import { asciiDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { GSTKind } from '../gst'
import { setupTexts } from './setup-texts'

/** The values of the setup; numbers and times as typed. */
export type SetupValues = {
  name: string
  email: string
  password: string
  shopName: string
  phone: string
  pincodes: string[]
  minOrder: string
  /** The delivery time in minutes, from accepting an order to the door. */
  minutes: string
  opens: string
  closes: string
  goods: 'demo' | 'empty' | 'file'
  /** The price list to import after the setup, and the stock of products for which the list has none. */
  list: File | undefined
  pieces: string
  cod: boolean
  upi: boolean
  upiId: string
  fssai: string
  /** The shop's GST status; '' to set it later. */
  gst: GSTKind | ''
  gstin: string
}

export const EMPTY_SETUP: SetupValues = {
  name: '',
  email: '',
  password: '',
  shopName: '',
  phone: '',
  pincodes: [],
  minOrder: '',
  minutes: '60',
  opens: '',
  closes: '',
  goods: 'demo',
  list: undefined,
  pieces: '10',
  cod: true,
  upi: false,
  upiId: '',
  fssai: '',
  gst: '',
  gstin: '',
}

export type SetupErrors = Partial<Record<keyof SetupValues, string>>

/** The values of each step. */
const STEPS: readonly (keyof SetupValues)[][] = [
  ['name', 'email', 'password'],
  ['shopName', 'phone', 'pincodes', 'minOrder', 'minutes', 'opens', 'closes'],
  ['goods', 'list', 'pieces'],
  ['cod', 'upi', 'upiId', 'fssai'],
  ['gst', 'gstin'],
]

export const STEP_COUNT = STEPS.length

/** Returns the values with those of one step reset. */
export function withoutStep(values: SetupValues, step: number): SetupValues {
  const skipped = STEPS[step]?.map((name) => [name, EMPTY_SETUP[name]]) ?? []
  const goods = step === 2 ? { goods: 'empty' as const } : {}
  return { ...values, ...Object.fromEntries(skipped), ...goods }
}

/** Returns an error message for each invalid value of a step. */
export function refuse(values: SetupValues, step: number): SetupErrors {
  const { account, shop } = setupTexts
  if (step === 0)
    return {
      ...(!values.name.trim() && { name: account.nameMissing }),
      ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()) && { email: account.emailInvalid }),
      ...((values.password.length < 8 || values.password.length > 128) && {
        password: account.passwordLength,
      }),
    }
  if (step === 1)
    return {
      ...(!/^\s*\d*\.?\d*\s*$/.test(asciiDigits(values.minOrder)) && { minOrder: shop.enterNumber }),
      ...(!/^\s*\d*\s*$/.test(asciiDigits(values.minutes)) && { minutes: shop.enterNumber }),
      ...(Boolean(values.opens) !== Boolean(values.closes) && { closes: shop.bothHours }),
    }
  if (step === 2 && values.goods === 'file') {
    const list = validateList(values.list)
    const pieces = validatePieces(values.pieces)
    return { ...(list && { list }), ...(pieces && { pieces }) }
  }
  if (step === 4 && hasGSTIN(values.gst) && !values.gstin.trim())
    return { gstin: setupTexts.bills.gstinMissing }
  return {}
}

/** Reports whether a shop with this GST status has a GSTIN. */
export function hasGSTIN(kind: GSTKind | ''): boolean {
  return kind === 'REGISTERED' || kind === 'COMPOSITION'
}

// Maps the server's field names to the form's.
const FIELDS: Record<string, keyof SetupValues> = {
  name: 'name',
  email: 'email',
  password: 'password',
  goods: 'goods',
  'shop.name': 'shopName',
  'shop.phone': 'phone',
  'shop.whatsapp': 'phone',
  'shop.pincodes': 'pincodes',
  'shop.minOrder': 'minOrder',
  'shop.deliveryMinutes': 'minutes',
  'shop.hours': 'closes',
  'shop.pay.cod': 'cod',
  'shop.upiId': 'upiId',
  'shop.legal.fssai': 'fssai',
  'shop.legal.gst': 'gst',
  'shop.legal.gstin': 'gstin',
}

/** Returns the server's errors by form field, and the first step that has one. */
export function serverRefusals(fields: readonly { field: string; message: string }[]): {
  errors: SetupErrors
  step: number | undefined
} {
  const errors: SetupErrors = {}
  for (const { field, message } of fields) {
    const name = FIELDS[field]
    if (name) errors[name] ??= message
  }
  const step = STEPS.findIndex((names) => names.some((name) => errors[name]))
  return { errors, step: step < 0 ? undefined : step }
}

/** Converts the values to the request; empty ones are omitted and keep a new shop's defaults. */
export function toRequest(values: SetupValues, token: string): components['schemas']['SetupForm'] {
  const { opens, closes } = values
  const legal = {
    ...(values.fssai.trim() && { fssai: values.fssai }),
    ...(values.gst && { gst: values.gst }),
    ...(hasGSTIN(values.gst) && { gstin: values.gstin }),
  }
  const shop = {
    ...(values.shopName.trim() && { name: values.shopName }),
    ...(values.phone.trim() && { phone: values.phone }),
    ...(values.pincodes.length > 0 && { pincodes: values.pincodes }),
    ...(values.minOrder.trim() && { minOrder: Number(asciiDigits(values.minOrder)) }),
    ...(values.minutes.trim() && { deliveryMinutes: Number(asciiDigits(values.minutes)) }),
    ...(opens && closes && { hours: Array.from({ length: 7 }, () => [opens, closes]) }),
    pay: { cod: values.cod, upi: values.upi },
    ...(values.upi && values.upiId.trim() && { upiId: values.upiId }),
    ...(Object.keys(legal).length > 0 && { legal }),
  }
  return {
    token,
    name: values.name,
    email: values.email,
    password: values.password,
    shop: shop as unknown as components['schemas']['Settings'],
    goods: values.goods === 'demo' ? 'demo' : 'empty',
  }
}

/** Converts the values of one step to the request that checks them; undefined if the server has nothing to check. */
export function toCheck(
  values: SetupValues,
  step: number,
  token: string,
): components['schemas']['SetupCheckForm'] | undefined {
  const { name, email, password } = values
  if (step === 0) return { token, name, email, password }
  if (step === 2) return undefined
  const stepValues = Object.fromEntries(STEPS[step]?.map((field) => [field, values[field]]) ?? [])
  return { token, shop: toRequest({ ...EMPTY_SETUP, ...stepValues }, token).shop }
}
