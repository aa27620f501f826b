import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddressFields } from '@/features/address/address-fields'
import type { Address } from '@/features/address/api'
import { type AddressValues, addressSchema, FIELDS, initialAddress } from '@/features/address/form'
import { toastError } from '@/lib/errors'
import { applyServerErrors } from '@/lib/server-errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { addAddress, type PhoneCustomer } from './phone-api'
import { phoneTexts } from './texts'

type Props = { customer: PhoneCustomer; onSave: (address: Address) => void }

/** The form of the address that a customer gives by phone; it is saved for later orders. */
export function PhoneAddress({ customer, onSave }: Props) {
  const form = useForm<AddressValues>({
    resolver: zodResolver(addressSchema),
    defaultValues: initialAddress(customer.addresses[0], customer),
  })
  const saving = useMutation({
    mutationFn: (values: AddressValues) => addAddress(customer._id, values),
    onSuccess: onSave,
    onError: (reason) => {
      toastError(reason, { fallback: phoneTexts.failedToSaveAddress })
      applyServerErrors(
        reason,
        FIELDS.map(({ name }) => name),
        form.setError,
      )
    },
  })
  return (
    <form
      noValidate
      aria-label={phoneTexts.newAddress}
      onSubmit={form.handleSubmit((values) => saving.mutateAsync(values).catch(() => undefined))}
    >
      <AddressFields form={form} />
      <Button type="submit" variant="outline" pending={saving.isPending}>
        {phoneTexts.saveAddress}
      </Button>
    </form>
  )
}
