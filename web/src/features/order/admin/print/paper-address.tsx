import type { Checkout } from '../checkouts-api'
import { printTexts } from './print-texts'

/** Where an order goes and whom to call, in lines. */
export function PaperAddress({ checkout }: { checkout: Checkout }) {
  const { delivery_address: address, customer } = checkout
  const mobile = address.mobile || customer.mobile
  return (
    <>
      {address.address_line}
      <br />
      {address.city} {address.pincode}
      {mobile && (
        <>
          <br />
          {printTexts.phone(mobile)}
        </>
      )}
    </>
  )
}
