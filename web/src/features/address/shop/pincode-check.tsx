import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useId } from 'react'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { delivers, type ShopSettings } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { useLoggedIn } from '@/lib/session'
import { useStored } from '@/lib/stored-value'
import { Icon } from '@/ui/icon'
import { addressesQuery } from '../api'
import { useDefaultAddress } from '../default-address'
import { pincodeTexts } from '../pincode-texts'
import { rememberedPincode } from '../remembered-pincode'
import styles from './pincode-check.module.css'
import { PincodeForm } from './pincode-form'

/** On the home page of a shop that does not deliver everywhere: asks once for the pincode, and says when it is not served. */
export function PincodeCheck() {
  const isAdmin = useIsAdmin()
  const shop = useShop()
  if (!shop || shop.pincodes.length === 0 || isAdmin) return null
  return <Check shop={shop} />
}

function Check({ shop }: { shop: ShopSettings }) {
  const { data: addresses, isLoading } = useQuery(addressesQuery(useLoggedIn()))
  const addressPincode = useDefaultAddress(addresses ?? [])?.pincode
  const remembered = useStored(rememberedPincode)
  const titleId = useId()
  const pincode = remembered ?? addressPincode
  // Do not ask for a pincode while the addresses, which have one, are loading.
  if (isLoading || (pincode !== undefined && delivers(shop, pincode))) return null
  return (
    <section className={styles.check} aria-labelledby={titleId}>
      <span className={styles.sign}>
        <Icon icon={MapPin} size="large" />
      </span>
      <div role="status">
        <h2 id={titleId}>{pincode === undefined ? pincodeTexts.doWeCome : pincodeTexts.notYet(pincode)}</h2>
        <p>{pincodeTexts.served(shop.pincodes)}</p>
      </div>
      <PincodeForm key={pincode} pincode={pincode ?? ''} onCheck={rememberedPincode.write} />
    </section>
  )
}
