import { z } from '@/lib/zod'
import type { AddressForm } from './api'
import { texts } from './texts'

/** The fields in the order of a written address. `wide` spans the row; `inputMode` selects the phone's keyboard. */
export const FIELDS = [
  { name: 'address_line', autoComplete: 'address-line1', inputMode: 'text', wide: true },
  { name: 'city', autoComplete: 'address-level2', inputMode: 'text', wide: false },
  { name: 'state', autoComplete: 'address-level1', inputMode: 'text', wide: false },
  { name: 'pincode', autoComplete: 'postal-code', inputMode: 'numeric', wide: false },
  { name: 'country', autoComplete: 'country-name', inputMode: 'text', wide: false },
  { name: 'mobile', autoComplete: 'tel', inputMode: 'tel', wide: true },
] as const

/** Returns the initial values of a new address: state and country of the newest one, and the shopper's mobile. */
export function initialAddress(newest: AddressForm | undefined, mobile = ''): AddressForm {
  const { state = '', country = 'India' } = newest ?? {}
  return { address_line: '', city: '', state, pincode: '', country, mobile }
}

const required = (name: keyof AddressForm) => z.string().trim().min(1, texts.required(texts.labels[name]))

export const addressSchema = z.object({
  address_line: required('address_line'),
  city: required('city'),
  state: required('state'),
  pincode: required('pincode'),
  country: required('country'),
  mobile: required('mobile'),
}) satisfies z.ZodType<AddressForm>
