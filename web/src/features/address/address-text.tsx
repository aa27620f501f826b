import type { AddressForm } from './api'

/** An address as it stands on a parcel. */
export function AddressText({ address }: { address: AddressForm }) {
  const { address_line, city, state, pincode, country, mobile } = address
  return (
    <span className="address">
      <b>{address_line}</b>
      <br />
      {city}, {state} {pincode}
      <br />
      <span className="muted">
        {country} · {mobile}
      </span>
    </span>
  )
}
