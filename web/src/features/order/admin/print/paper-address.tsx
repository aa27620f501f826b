import type { Order } from '../orders-api'
import { receiverText } from '../row-texts'
import { printTexts } from './print-texts'

/** The delivery address of an order and its phone number, line by line. */
export function PaperAddress({ order }: { order: Order }) {
  const { delivery_address: address, customer } = order
  const mobile = address.mobile || customer.mobile
  return (
    <>
      {address.receiver && address.receiver !== customer.name && (
        <>
          {receiverText(address.receiver)}
          <br />
        </>
      )}
      {address.address_line}
      <br />
      {address.landmark && (
        <>
          {address.landmark}
          <br />
        </>
      )}
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
