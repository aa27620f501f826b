import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AddressFields } from '@/features/address/address-fields'
import { AddressText } from '@/features/address/address-text'
import { addressesQuery } from '@/features/address/api'
import type { AddressFormState } from '@/features/address/use-address-form'
import { useLoggedIn } from '@/lib/session'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { texts } from '../texts'
import styles from './address-choice.module.css'
import { CheckoutSection } from './checkout-section'

const AddressDialog = lazyDialog(() => import('@/features/address/address-dialog'))

type Props = {
  selected: string | undefined
  onSelect: (addressId: string) => void
  /** The form of a first address, which is saved with the order. */
  firstAddress: AddressFormState
}

/** Selects the delivery address: a saved one, a new one from a dialog, or the form of a first address. */
export function AddressChoice({ selected, onSelect, firstAddress }: Props) {
  const loggedIn = useLoggedIn()
  const { data: addresses, error, refetch } = useQuery(addressesQuery(loggedIn))
  const [adding, setAdding] = useState<boolean>()
  const isFirst = addresses?.length === 0
  const add = () => (isFirst ? firstAddress.form.setFocus('address_line') : setAdding(true))
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
          <p className={textStyles.muted}>{texts.noAddressYet}</p>
          <AddressFields form={firstAddress.form} />
        </section>
      ) : !loggedIn ? (
        <p className={textStyles.muted}>{texts.noAddress}</p>
      ) : (
        <LinesSkeleton count={1} />
      )}
      {adding !== undefined && (
        <AddressDialog open={adding} onClose={() => setAdding(false)} onSaved={({ _id }) => onSelect(_id)} />
      )}
    </CheckoutSection>
  )
}
