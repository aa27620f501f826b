import { type FormEvent, useState } from 'react'
import { hasValidCheckCharacter } from '@/features/settings/gst'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import type { Buyer, CounterCustomer } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-forms.module.css'

type Props = {
  buyer: Buyer | undefined
  /** The bill needs the buyer's name and address. */
  isNeeded: boolean
  customer: CounterCustomer | undefined
  onBuyer: (buyer: Buyer | undefined) => void
  onClose: () => void
}

/** Asks for the business in whose name the bill is issued, or for the buyer of a bill that needs one. */
export function BuyerDialog({ buyer, isNeeded, customer, onBuyer, onClose }: Props) {
  const [name, setName] = useState(buyer?.name ?? (isNeeded ? (customer?.name ?? '') : ''))
  const [address, setAddress] = useState(buyer?.address ?? '')
  const [gstin, setGSTIN] = useState(buyer?.gstin ?? '')
  const [error, setError] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const typed = gstin.replace(/\s/g, '').toUpperCase()
    if (typed && !hasValidCheckCharacter(typed)) return setError(texts.gstinWrong)
    onBuyer({ name: name.trim(), gstin: typed, address: address.trim() || undefined })
  }
  return (
    <Dialog open onClose={onClose} title={isNeeded ? texts.nameBuyer : texts.forBusiness}>
      <form onSubmit={onSubmit} className={styles.form}>
        {isNeeded && <p>{texts.needsBuyer}</p>}
        <Field
          label={isNeeded ? texts.buyerName : texts.businessName}
          autoComplete="off"
          autoFocus
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={texts.address}
          autoComplete="off"
          maxLength={200}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Field
          label={texts.gstin}
          description={texts.gstinHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={gstin}
          error={error}
          onChange={({ target }) => {
            setError(undefined)
            setGSTIN(target.value)
          }}
        />
        <DialogFooter>
          {buyer && (
            <Button variant="outline" onClick={() => onBuyer(undefined)}>
              {texts.noBusiness}
            </Button>
          )}
          <Button type="submit" disabled={name.trim() === '' || (isNeeded && address.trim() === '')}>
            {texts.putOnBill}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
