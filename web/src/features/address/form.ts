import { z } from '@/lib/zod'
import type { AddressForm } from './api'
import { texts } from './texts'

/**
 * What a postman needs, in the order one writes it. `wide` takes a row of its own; `inputMode` is the phone's
 * keyboard.
 */
export const FIELDS = [
  { name: 'address_line', autoComplete: 'address-line1', inputMode: 'text', wide: true },
  { name: 'city', autoComplete: 'address-level2', inputMode: 'text', wide: false },
  { name: 'state', autoComplete: 'address-level1', inputMode: 'text', wide: false },
  { name: 'pincode', autoComplete: 'postal-code', inputMode: 'numeric', wide: false },
  { name: 'country', autoComplete: 'country-name', inputMode: 'text', wide: false },
  { name: 'mobile', autoComplete: 'tel', inputMode: 'tel', wide: true },
] as const

/** A new address, with what is likely the same as in the newest one, and the shopper's own mobile. */
export function newAddress(newest: AddressForm | undefined, mobile = ''): AddressForm {
  const { state = '', country = 'India' } = newest ?? {}
  return { address_line: '', city: '', state, pincode: '', country, mobile }
}

const required = (name: keyof AddressForm) => z.string().trim().min(1, texts.required(texts.labels[name]))

export const addressForm = z.object({
  address_line: required('address_line'),
  city: required('city'),
  state: required('state'),
  pincode: required('pincode'),
  country: required('country'),
  mobile: required('mobile'),
}) satisfies z.ZodType<AddressForm>
