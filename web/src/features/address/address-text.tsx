import styles from './address-text.module.css'
import type { AddressForm } from './api'

/** An address as on a parcel: street, then city, state and pincode, then country and mobile. */
export function AddressText({ address }: { address: AddressForm }) {
  const { address_line, city, state, pincode, country, mobile } = address
  return (
    <span className={styles.address}>
      <b>{address_line}</b>
      <br />
      {city}, {state} {pincode}
      <br />
      <span className={styles.contact}>
        {country} · {mobile}
      </span>
    </span>
  )
}
