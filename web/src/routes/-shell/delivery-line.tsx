import { Link } from '@tanstack/react-router'
import { usePincode } from '@/features/address/pincode'
import { pincodeTexts } from '@/features/address/pincode-texts'
import { PINCODE_HASH } from '@/features/address/shop/pincode-check'
import { delivers } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import styles from './delivery-line.module.css'
import { LanguageSwitch } from './language-switch'

/** The line below the shop's name: delivery times, whether it delivers to the shopper's pincode (unless it delivers everywhere), and the other languages. */
export function DeliveryLine() {
  const shop = useShop()
  const { pincode } = usePincode(shop)
  if (!shop) return null
  const { deliveryNote, pincodes, languages } = shop
  if (!deliveryNote && pincodes.length === 0 && !languages) return null
  return (
    <p className={styles.line}>
      {deliveryNote && <span>{deliveryNote}</span>}{' '}
      {pincodes.length > 0 && (
        <Link to="/" hash={PINCODE_HASH}>
          {pincode === undefined
            ? pincodeTexts.whereTo
            : delivers(shop, pincode)
              ? pincodeTexts.toPincode(pincode)
              : pincodeTexts.notToPincode(pincode)}
        </Link>
      )}
      <LanguageSwitch />
    </p>
  )
}
