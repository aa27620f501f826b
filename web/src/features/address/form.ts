import { asciiDigits, mobileDigits } from '@/lib/typed-number'
import { z } from '@/lib/zod'
import type { Address } from './api'
import { texts } from './texts'

/** The fields in display order. `wide` spans the row; `inputMode` selects the phone's keyboard. */
export const FIELDS = [
  { name: 'receiver', autoComplete: 'name', inputMode: 'text', wide: false },
  { name: 'mobile', autoComplete: 'tel', inputMode: 'tel', wide: false },
  { name: 'pincode', autoComplete: 'postal-code', inputMode: 'numeric', wide: false },
  { name: 'country', autoComplete: 'country-name', inputMode: 'text', wide: false },
  { name: 'address_line', autoComplete: 'address-line1', inputMode: 'text', wide: true },
  { name: 'landmark', autoComplete: 'address-line2', inputMode: 'text', wide: true },
  { name: 'city', autoComplete: 'address-level2', inputMode: 'text', wide: false },
  { name: 'state', autoComplete: 'address-level1', inputMode: 'text', wide: false },
] as const

export type FieldName = (typeof FIELDS)[number]['name']

export type AddressValues = Record<FieldName, string>

const OPTIONAL: FieldName[] = ['receiver', 'landmark']

export const isOptional = (name: FieldName) => OPTIONAL.includes(name)

/** Returns the initial values of a new address: the country of the newest one, and the shopper's name and mobile number. */
export function initialAddress(
  newest: Pick<Address, 'country'> | undefined,
  user: { name: string; mobile: string } = { name: '', mobile: '' },
): AddressValues {
  const { country = 'India' } = newest ?? {}
  return {
    receiver: user.name,
    mobile: user.mobile,
    pincode: '',
    country,
    address_line: '',
    landmark: '',
    city: '',
    state: '',
  }
}

/** Returns a saved address as form values. */
export function savedValues({ receiver = '', landmark = '', ...saved }: Address): AddressValues {
  const { mobile, pincode, country, address_line, city, state } = saved
  return { receiver, mobile, pincode, country, address_line, landmark, city, state }
}

const required = (name: FieldName) =>
  z.string().check(z.trim(), z.minLength(1, texts.required(texts.labels[name])))
const optional = z.string().check(z.trim())

export const addressSchema = z.object({
  receiver: optional,
  mobile: required('mobile'),
  pincode: required('pincode'),
  country: required('country'),
  address_line: required('address_line'),
  landmark: optional,
  city: required('city'),
  state: required('state'),
}) satisfies z.ZodMiniType<AddressValues>

/** Extracts a six-digit pincode from a text such as "PIN 400 001", or undefined. */
export function pincodeDigits(text: string): string | undefined {
  const digits = asciiDigits(text).replace(/\D/g, '')
  return /^[1-9]\d{5}$/.test(digits) ? digits : undefined
}

const MOBILE_DIGITS = 10

/**
 * Returns the hint below the mobile field: how many digits the number has, if not ten (without 0 or +91), else the
 * usual description. Any number is accepted.
 */
export function mobileHint(mobile: string): string {
  const digits = mobileDigits(mobile) ?? asciiDigits(mobile).replace(/\D/g, '')
  if (digits.length === 0 || digits.length === MOBILE_DIGITS) return texts.mobileDigits
  return texts.mobileHas(digits.length)
}
