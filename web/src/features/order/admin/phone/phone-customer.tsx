import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { mobileDigits } from '@/lib/typed-number'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { findCustomers, type PhoneCustomer } from './phone-api'
import { PhoneNewCustomer } from './phone-new-customer'
import styles from './phone-order.module.css'
import { phoneTexts } from './texts'

type Props = { onChoose: (customer: PhoneCustomer) => void }

/**
 * Finds the caller by mobile number. A single match is chosen immediately; Enter chooses the first of several. An
 * unknown number can be added as a new customer.
 */
export function PhoneCustomerChoice({ onChoose }: Props) {
  const [mobile, setMobile] = useState('')
  const find = useMutation({
    mutationFn: findCustomers,
    meta: { errorShownBy: 'component' },
    onSuccess: (found) => found.length === 1 && found[0] && onChoose(found[0]),
  })
  const found = find.variables === mobile ? find.data : undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = found ?? []
    if (first) onChoose(first)
    else find.mutate(mobile)
  }
  const failed = find.error && errorMessage(find.error, phoneTexts.failedToFind)
  const isWhole = mobileDigits(mobile) !== undefined
  const error = failed ?? (found?.length === 0 && !isWhole ? phoneTexts.unknown : undefined)
  return (
    <>
      <form onSubmit={onSubmit} className={styles.step}>
        <Field
          label={phoneTexts.mobile}
          description={phoneTexts.mobileHint}
          error={find.variables === mobile ? error : undefined}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          autoFocus
          value={mobile}
          onChange={(event) => setMobile(event.target.value)}
        />
        <Button type="submit" variant="outline" pending={find.isPending}>
          {phoneTexts.find}
        </Button>
        {found && found.length > 1 && (
          <ul className={styles.customers} aria-label={phoneTexts.customers}>
            {found.map((customer) => (
              <li key={customer._id}>
                <button type="button" className={styles.customer} onClick={() => onChoose(customer)}>
                  <b>{customer.name}</b> {customer.mobile}
                  <small>{customer.addresses[0]?.address_line}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
      {found?.length === 0 && isWhole && <PhoneNewCustomer key={mobile} mobile={mobile} onAdd={onChoose} />}
    </>
  )
}
