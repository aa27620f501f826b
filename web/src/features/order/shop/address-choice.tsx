import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, Suspense, useState } from 'react'
import { AddressText } from '@/features/address/address-text'
import { addressesQuery } from '@/features/address/api'
import { lazyWithPreload } from '@/lib/lazy-with-preload'
import { useLoggedIn } from '@/lib/session'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { texts } from '../texts'
import styles from './address-choice.module.css'
import { CheckoutSection } from './checkout-section'
import type { FirstAddressForm } from './first-address'

const AddressDialog = lazyDialog(() => import('@/features/address/address-dialog'))
// Most shoppers have an address: they load neither the form nor its rules.
const FirstAddress = lazyWithPreload(() => import('./first-address'))

type Props = {
  selected: string | undefined
  onSelect: (addressId: string) => void
  first: RefObject<FirstAddressForm | null>
  /** Called with the pincode that is typed for a first address. */
  onPincode: (pincode: string | undefined) => void
}

/** Selects the delivery address: a saved one, a new one from a dialog, or the form of a first address. */
export function AddressChoice({ selected, onSelect, first, onPincode }: Props) {
  const loggedIn = useLoggedIn()
  const { data: addresses, error, refetch } = useQuery(addressesQuery(loggedIn))
  const [adding, setAdding] = useState<boolean>()
  const isFirst = addresses?.length === 0
  const add = () => (isFirst ? first.current?.focus() : setAdding(true))
  return (
    <CheckoutSection
      title={texts.deliverTo}
      action={
        <Button variant="quiet" size="small" icon={Plus} disabled={!loggedIn} onClick={add}>
          {texts.addNewAddress}
        </Button>
      }
    >
      {addresses?.length ? (
        <fieldset className={styles.addresses}>
          <legend>
            <VisuallyHidden>{texts.deliveryAddress}</VisuallyHidden>
          </legend>
          {addresses.map((address) => (
            <label key={address._id}>
              <input
                type="radio"
                name="addressId"
                value={address._id}
                checked={address._id === selected}
                onChange={() => onSelect(address._id)}
              />
              <AddressText address={address} />
            </label>
          ))}
        </fieldset>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : isFirst ? (
        <section className={styles.first} aria-label={texts.firstAddress}>
          <p className={styles.empty}>{texts.noAddressYet}</p>
          <Suspense fallback={<LinesSkeleton count={3} />}>
            <FirstAddress ref={first} onPincode={onPincode} />
          </Suspense>
        </section>
      ) : !loggedIn ? (
        <p className={styles.empty}>{texts.noAddress}</p>
      ) : (
        <LinesSkeleton count={1} />
      )}
      {adding !== undefined && (
        <AddressDialog open={adding} onClose={() => setAdding(false)} onSaved={({ _id }) => onSelect(_id)} />
      )}
    </CheckoutSection>
  )
}
