import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { userQuery } from '@/features/account/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { applyServerErrors } from '@/lib/server-errors'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { type Address, addressesQuery, saveAddress } from './api'
import { type AddressValues, addressSchema, FIELDS, initialAddress, savedValues } from './form'
import { texts } from './texts'

const NAMES = FIELDS.map(({ name }) => name)

export type AddressFormState = {
  form: UseFormReturn<AddressValues>
  /** Saves the values. Resolves to undefined if they are invalid or refused; the fields show the errors. */
  save: () => Promise<Address | undefined>
  saving: boolean
}

/** The form of a new address, or of the given one. A failed save keeps the values. */
export function useAddressForm(address?: Address): AddressFormState {
  const queryClient = useQueryClient()
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  const { data: addresses } = useQuery(addressesQuery(loggedIn))
  const form = useForm<AddressValues>({
    resolver: zodResolver(addressSchema),
    values: address ? savedValues(address) : initialAddress(addresses?.[0], user),
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useMutation({
    mutationFn: (values: AddressValues) => saveAddress({ _id: address?._id, form: values }),
    onSuccess: async () => {
      notify.success(address ? texts.updated : texts.added)
      await queryClient.invalidateQueries({ queryKey: addressesQuery(true).queryKey })
    },
    onError: (reason) => {
      toastError(reason, { fallback: address ? texts.failedToUpdate : texts.failedToAdd })
      applyServerErrors(reason, NAMES, form.setError)
    },
  })
  const save = async () => {
    let saved: Address | undefined
    await form.handleSubmit(async (values) => {
      saved = await saving.mutateAsync(values).catch(() => undefined)
    })()
    return saved
  }
  return { form, save, saving: saving.isPending }
}
