import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { AddressFields } from './address-fields'
import type { Address } from './api'
import { texts } from './texts'
import { useAddressForm } from './use-address-form'

type Props = {
  open: boolean
  onClose: () => void
  /** The address to edit; undefined to create one. */
  address?: Address
  onSaved?: (saved: Address) => void
}

/** Creates or edits an address. A failed save keeps what was typed. */
export default function AddressDialog({ open, onClose, address, onSaved }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={address ? texts.edit : texts.add} form>
      <AddressForm key={address?._id} address={address} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  )
}

function AddressForm({ address, onClose, onSaved }: Omit<Props, 'open'>) {
  const { form, save, saving } = useAddressForm(address)
  const submit = async () => {
    const saved = await save()
    if (!saved) return
    onSaved?.(saved)
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <AddressFields form={form} />
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {sharedTexts.cancel}
        </Button>
        <Button type="submit" pending={saving}>
          {saving ? texts.saving : texts.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
