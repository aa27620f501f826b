import { asciiDigits } from '@/lib/typed-number'
import { PAGE_NAMES, type PageName } from '../pages'
import type { OwnerSettings, Rider, SettingsPatch, WeightBarcode } from '../staff-api'

const TEXTS = [
  'name',
  'tagline',
  'logo',
  'accent',
  'phone',
  'whatsapp',
  'email',
  'address',
  'deliveryNote',
  'deliveryBy',
  'deliveryCutoff',
  'upiId',
  'upiName',
  'khata.limit',
  'legal.name',
  'legal.address',
  'legal.fssai',
  'legal.gst',
  'legal.gstin',
  'legal.state',
  'legal.grievance',
  'bill.prefix',
] as const
const NUMBERS = [
  'deliveryMinutes',
  'minOrder',
  'cashOrders',
  'cashLimit',
  'cashUnverified',
  'refundLimit',
  'alerts.newMinutes',
  'alerts.packingMinutes',
  'alerts.lateMinutes',
  'bill.start',
  'hsnDigits',
  'counter.discountLimit',
] as const
const FLAGS = [
  'preorders',
  'pay.cod',
  'pay.online',
  'pay.upi',
  'alerts.sound',
  'alerts.push',
  'alerts.mail',
  'productFeed',
  'roundOff',
] as const

export type TextName = (typeof TEXTS)[number] | `pages.${PageName}`
type NumberName = (typeof NUMBERS)[number]
export type FlagName = (typeof FLAGS)[number]

/** The values of the form, by the server's field names. Numbers are as typed. */
export type SettingsValues = Record<TextName | NumberName, string> &
  Record<FlagName, boolean> & {
    hours: string[][]
    holidays: string[]
    holidayNotes: Record<string, string>
    pincodes: string[]
    riders: Rider[]
    weightBarcodes: WeightBarcode[]
    languages: string[]
  }
export type SettingName = keyof SettingsValues
export type SettingsChanges = Partial<SettingsValues>

const PAGE_TEXTS = PAGE_NAMES.map((page) => `pages.${page}` as const)
const LISTS = [
  'hours',
  'holidays',
  'holidayNotes',
  'pincodes',
  'riders',
  'weightBarcodes',
  'languages',
] as const

/** All settings of the form. */
export const SETTING_NAMES: readonly SettingName[] = [...TEXTS, ...NUMBERS, ...FLAGS, ...PAGE_TEXTS, ...LISTS]

function isNumberName(name: SettingName): name is NumberName {
  return NUMBERS.some((number) => number === name)
}

/** Converts the server's settings to the form's values. */
export function toValues(settings: OwnerSettings): SettingsValues {
  const values = SETTING_NAMES.map((name) => {
    const [group = '', part] = name.split('.')
    const value = (settings as Record<string, unknown>)[group]
    const found = part === undefined ? value : (value as Record<string, unknown> | undefined)?.[part]
    return [name, isNumberName(name) ? String(found) : (found ?? '')]
  })
  return Object.fromEntries(values) as SettingsValues
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the names of the changed settings. */
export function changedNames(changes: SettingsChanges): SettingName[] {
  return SETTING_NAMES.filter((name) => changes[name] !== undefined)
}

export function without(changes: SettingsChanges, names: SettingName[]): SettingsChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => !names.some((settingName) => settingName === name)),
  ) as SettingsChanges
}

/** Returns the changes that differ from the current values. */
export function realChanges(changes: SettingsChanges, values: SettingsValues): SettingsChanges {
  const kept = changedNames(changes).filter((name) => !isSame(changes[name], values[name]))
  return Object.fromEntries(kept.map((name) => [name, changes[name]])) as SettingsChanges
}

/** Returns an error message for each malformed number. */
export function invalidNumbers(
  changes: SettingsChanges,
  sentence: string,
): Partial<Record<SettingName, string>> {
  const wrong = NUMBERS.filter((name) => !/^\s*\d*\.?\d*\s*$/.test(asciiDigits(changes[name] ?? '')))
  return Object.fromEntries(wrong.map((name) => [name, sentence]))
}

// UPI is not listed: it pays a cash order.
const PAYMENT_METHODS: readonly SettingName[] = ['pay.cod', 'pay.online']

/** Reports whether a setting enables a payment method of the checkout. */
export function isPaymentMethod(name: SettingName): boolean {
  return PAYMENT_METHODS.includes(name)
}

/** Reports whether the changes include a payment method. */
export function changesPaymentMethods(changes: SettingsChanges): boolean {
  return PAYMENT_METHODS.some((name) => changes[name] !== undefined)
}

/** Reports whether at least one payment method is offered; `online` is whether a card payment provider is configured. */
export function offersPayment(
  values: Pick<SettingsValues, 'pay.cod' | 'pay.online'>,
  online: boolean,
): boolean {
  return values['pay.cod'] || (values['pay.online'] && online)
}

/** Converts the changes to a request body; an empty number becomes 0. */
export function toPatch(changes: SettingsChanges): SettingsPatch {
  const patch: SettingsPatch = {}
  for (const name of changedNames(changes)) {
    const [group = '', part] = name.split('.')
    const value = isNumberName(name) ? Number(asciiDigits(changes[name] ?? '')) : changes[name]
    patch[group] = part === undefined ? value : { ...(patch[group] as object | undefined), [part]: value }
  }
  return patch
}

/**
 * Returns the settings that were changed both here and on the server. `base` has the values edited from, `current` those
 * saved now. A setting with the same new value on both sides is not a conflict.
 */
export function conflictingNames(
  changes: SettingsChanges,
  base: SettingsValues,
  current: SettingsValues,
): SettingName[] {
  return changedNames(changes).filter(
    (name) => !isSame(base[name], current[name]) && !isSame(changes[name], current[name]),
  )
}
