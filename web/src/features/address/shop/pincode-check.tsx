import { useLocation } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useId } from 'react'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { servedPincodes } from '@/features/settings/served-pincodes'
import { delivers, type ShopSettings } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { Icon } from '@/ui/icon'
import { usePincode } from '../pincode'
import { pincodeTexts } from '../pincode-texts'
import { rememberedPincode } from '../remembered-pincode'
import styles from './pincode-check.module.css'
import { PincodeForm } from './pincode-form'

/** The URL hash that makes home ask for the pincode even if it is known and served. */
export const PINCODE_HASH = 'pincode'

/** On the home page of a shop with a limited delivery area: asks once for the pincode, and says if it is not served. */
export function PincodeCheck() {
  const isAdmin = useIsAdmin()
  const shop = useShop()
  if (!shop || shop.pincodes.length === 0 || isAdmin) return null
  return <Check shop={shop} />
}

function Check({ shop }: { shop: ShopSettings }) {
  const { pincode, loading } = usePincode(shop)
  const asked = useLocation({ select: ({ hash }) => hash === PINCODE_HASH })
  const titleId = useId()
  const served = pincode !== undefined && delivers(shop, pincode)
  // The addresses, which may have a pincode, are still loading: do not ask yet.
  if (loading || (served && !asked)) return null
  return (
    <section className={styles.check} id={PINCODE_HASH} aria-labelledby={titleId}>
      <span className={styles.sign}>
        <Icon icon={MapPin} size="large" />
      </span>
      <div role="status">
        <h2 id={titleId}>
          {pincode === undefined
            ? pincodeTexts.doWeDeliver
            : served
              ? pincodeTexts.delivers(pincode)
              : pincodeTexts.notYet(pincode)}
        </h2>
        <p>{servedPincodes(shop.pincodes)}</p>
      </div>
      <PincodeForm key={pincode} pincode={pincode ?? ''} onCheck={rememberedPincode.write} />
    </section>
  )
}
