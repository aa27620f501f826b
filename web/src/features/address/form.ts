import { z } from 'zod'
import type { AddressForm } from './api'
import { texts } from './texts'

/** What a postman needs, in the order one writes it. `wide` takes a row of its own. */
export const FIELDS = [
  { name: 'address_line', autoComplete: 'street-address', wide: true },
  { name: 'city', autoComplete: 'address-level2', wide: false },
  { name: 'state', autoComplete: 'address-level1', wide: false },
  { name: 'pincode', autoComplete: 'postal-code', wide: false },
  { name: 'country', autoComplete: 'country-name', wide: false },
  { name: 'mobile', autoComplete: 'tel', wide: true },
] as const

const required = (name: keyof AddressForm) => z.string().trim().min(1, texts.required(texts.labels[name]))

export const addressForm = z.object({
  address_line: required('address_line'),
  city: required('city'),
  state: required('state'),
  pincode: required('pincode'),
  country: required('country'),
  mobile: required('mobile'),
}) satisfies z.ZodType<AddressForm>
