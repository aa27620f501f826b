import { validateList, validatePieces } from '@/features/media/price-list-file'
import { asciiDigits } from '@/lib/typed-number'
import type { components } from '@/schema'
import type { GSTKind } from '../gst'
import { setupTexts } from './setup-texts'

/** The choices of setup; numbers and times as typed. */
export type SetupValues = {
  name: string
  email: string
  password: string
  shopName: string
  phone: string
  pincodes: string[]
  minOrder: string
  /** From accepting an order to the door. */
  minutes: string
  opens: string
  closes: string
  goods: 'demo' | 'empty' | 'file'
  /** The price list to import once the shop is set up, and how many pieces of each where it does not say. */
  list: File | undefined
  pieces: string
  cod: boolean
  upi: boolean
  upiId: string
  fssai: string
  /** How the shop stands towards GST; '' where it is said later. */
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

/** Returns the values with those of a step as they were before anything was typed. */
export function withoutStep(values: SetupValues, step: number): SetupValues {
  const skipped = STEPS[step]?.map((name) => [name, EMPTY_SETUP[name]]) ?? []
  const goods = step === 2 ? { goods: 'empty' as const } : {}
  return { ...values, ...Object.fromEntries(skipped), ...goods }
}

/** Returns a sentence for each value of a step that cannot be sent. */
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

/** Reports whether a shop of a standing has a GSTIN. */
export function hasGSTIN(kind: GSTKind | ''): boolean {
  return kind === 'REGISTERED' || kind === 'COMPOSITION'
}

// The server's names of what may be refused.
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

/** Returns the server's refusals by the names of the values, and the first step that has one. */
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

/** Returns the request for the values: what was left empty stays as a new shop has it. */
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
