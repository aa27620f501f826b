import { textStyles } from '@/ui/text-styles'
import styles from './address-text.module.css'
import type { Address } from './api'

type Props = {
  address: Pick<Address, 'address_line' | 'city' | 'state' | 'pincode' | 'country' | 'mobile'> &
    Partial<Pick<Address, 'receiver' | 'landmark'>>
}

/** An address as on a parcel: street and landmark, then city, state and pincode, then the receiver. */
export function AddressText({ address }: Props) {
  const { address_line, landmark, city, state, pincode, country, receiver, mobile } = address
  return (
    <span className={styles.address}>
      <b>{address_line}</b>
      <br />
      {landmark && (
        <>
          {landmark}
          <br />
        </>
      )}
      {city}, {state} {pincode}
      <br />
      <span className={textStyles.muted}>{[country, receiver, mobile].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
