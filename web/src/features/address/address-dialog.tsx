import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { userQuery } from '@/features/account/api'
import { applyServerErrors, toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as shell } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import styles from './address-dialog.module.css'
import { type Address, type AddressForm, addressesQuery, saveAddress } from './api'
import { addressSchema, FIELDS, initialAddress } from './form'
import { texts } from './texts'

const NAMES = FIELDS.map(({ name }) => name)

type Props = {
  open: boolean
  onClose: () => void
  /** The address to edit; without it the dialog creates one. */
  address?: Address
  onSaved?: (saved: Address) => void
}

/** Creates or edits an address. A failed save keeps what was typed. */
export default function AddressDialog({ open, onClose, address, onSaved }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={address ? texts.edit : texts.add} form>
      <AddressFields key={address?._id} address={address} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  )
}

function AddressFields({ address, onClose, onSaved }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(userQuery(true))
  const { data: addresses } = useQuery(addressesQuery(true))
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(addressSchema),
    values: address ?? initialAddress(addresses?.[0], user?.mobile),
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useMutation({
    mutationFn: (form: AddressForm) => saveAddress({ _id: address?._id, form }),
    onSuccess: async (saved) => {
      notify.success(address ? texts.updated : texts.added)
      await queryClient.invalidateQueries({ queryKey: addressesQuery(true).queryKey })
      onSaved?.(saved)
      onClose()
    },
    onError: (reason) => {
      toastError(reason, { fallback: address ? texts.failedToUpdate : texts.failedToAdd })
      applyServerErrors(reason, NAMES, setError)
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit((form) => saving.mutateAsync(form).catch(() => undefined))}>
      <div className={styles.fields}>
        {FIELDS.map(({ name, autoComplete, inputMode, wide }) => (
          <div key={name} className={wide ? styles.wide : undefined}>
            <Field
              label={texts.labels[name]}
              autoComplete={autoComplete}
              inputMode={inputMode}
              required
              error={formState.errors[name]?.message}
              {...register(name)}
            />
          </div>
        ))}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? texts.saving : texts.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
