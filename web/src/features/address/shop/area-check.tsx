import { Link } from '@tanstack/react-router'
import { delivers } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { usePincode } from '../pincode'
import { pincodeTexts } from '../pincode-texts'
import styles from './area-check.module.css'
import { PINCODE_HASH } from './pincode-check'

/** Says whether the shop delivers to the shopper's pincode, with a link to change it. */
export function AreaCheck() {
  const shop = useShop()
  const { pincode } = usePincode(shop)
  if (!shop) return null
  const outside = pincode !== undefined && !delivers(shop, pincode)
  return (
    <>
      {pincode !== undefined && (
        <b className={outside ? styles.outside : undefined}>
          {outside ? pincodeTexts.notYet(pincode) : pincodeTexts.delivers(pincode)}
        </b>
      )}{' '}
      <Link to="/" hash={PINCODE_HASH} className={styles.link}>
        {pincode === undefined ? pincodeTexts.doWeDeliver : pincodeTexts.changePincode}
      </Link>
    </>
  )
}
