import { type Ref, useEffect, useImperativeHandle } from 'react'
import { useWatch } from 'react-hook-form'
import { AddressFields } from '@/features/address/address-fields'
import { pincodeDigits } from '@/features/address/form'
import { type AddressFormState, useAddressForm } from '@/features/address/use-address-form'

/** What the checkout does with the form of a first address. */
export type FirstAddressForm = Pick<AddressFormState, 'save'> & { focus: () => void }

type Props = {
  ref: Ref<FirstAddressForm>
  /** Called with the typed pincode, and with undefined while it is incomplete. */
  onPincode: (pincode: string | undefined) => void
}

/** The form of a first address, which is saved with the order. */
export default function FirstAddress({ ref, onPincode }: Props) {
  const { form, save } = useAddressForm()
  const pincode = pincodeDigits(useWatch({ control: form.control, name: 'pincode' }))
  useEffect(() => onPincode(pincode), [onPincode, pincode])
  useImperativeHandle(ref, () => ({ save, focus: () => form.setFocus('address_line') }))
  return <AddressFields form={form} />
}
