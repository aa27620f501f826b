import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/lib/notify'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { purchasesKey, type Supplier, saveSupplier } from '../api'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'

const schema = z.object({
  name: z.string(),
  mobile: z.string(),
  gstin: z.string(),
  state: z.string(),
  daysToPay: z.string(),
})

type Props = { supplier?: Supplier; onClose: () => void; onSaved?: (supplier: Supplier) => void }

/** Adds or changes a supplier. The server validates the GSTIN. */
export function SupplierDialog({ supplier, onClose, onSaved }: Props) {
  const queryClient = useQueryClient()
  const { field, onSubmit, isPending } = useServerForm({
    schema,
    defaultValues: {
      name: supplier?.name ?? '',
      mobile: supplier?.mobile ?? '',
      gstin: supplier?.gstin ?? '',
      state: supplier?.state ?? '',
      daysToPay: supplier ? String(supplier.daysToPay) : '',
    },
    submit: (values) =>
      saveSupplier({ id: supplier?._id, body: { ...values, gstin: values.gstin.toUpperCase() } }),
    onSuccess: (saved) => {
      notify.success(texts.supplierSaved)
      void queryClient.invalidateQueries({ queryKey: purchasesKey })
      onSaved?.(saved)
      onClose()
    },
    messages: { fallback: texts.supplierNotSaved },
  })
  return (
    <Dialog open onClose={onClose} title={supplier ? supplier.name : texts.newSupplier} form>
      <form onSubmit={onSubmit} className={styles.form} noValidate>
        <Field label={texts.name} autoComplete="off" {...field('name')} />
        <Field label={texts.mobile} inputMode="tel" autoComplete="off" {...field('mobile')} />
        <Field
          label={texts.gstin}
          description={texts.gstinHint}
          autoCapitalize="characters"
          autoComplete="off"
          {...field('gstin')}
        />
        <Field label={texts.state} description={texts.stateHint} autoComplete="off" {...field('state')} />
        <Field label={texts.daysToPay} inputMode="numeric" autoComplete="off" {...field('daysToPay')} />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={isPending}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
