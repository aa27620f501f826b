import { type FormEvent, useState } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { asciiDigits, mobileDigits } from '@/lib/typed-number'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import type { CounterCustomer } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import styles from './counter-forms.module.css'

type Props = {
  customers: CounterCustomer[]
  chosen: CounterCustomer | undefined
  /** The khata limit of a new customer in rupees; null: no limit, or unknown here. */
  newLimit: number | null
  onChoose: (customer: CounterCustomer | undefined) => void
  onClose: () => void
}

const MAX_FOUND = 5
const MIN_LENGTH = 3

/** Finds a customer by digits of the mobile number or by name, and creates one from a full number and a name. */
export function CustomerDialog({ customers, chosen, newLimit, onChoose, onClose }: Props) {
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const found = findCustomers(customers, text)
  const mobile = mobileDigits(text)
  const isNew = mobile !== undefined && found.length === 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (found[0]) return onChoose(found[0])
    if (mobile === undefined) return setError(texts.mobileWrong)
    if (name.trim()) onChoose({ name: name.trim(), mobile, balance: 0, limit: newLimit })
  }
  return (
    <Dialog open onClose={onClose} title={texts.customerTitle}>
      <form onSubmit={onSubmit} className={styles.form}>
        <Field
          label={texts.mobile}
          description={texts.mobileHint}
          type="text"
          autoComplete="off"
          autoFocus
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setText(event.target.value)
          }}
        />
        <ul className={styles.choices} aria-label={texts.found}>
          {found.map((customer) => (
            <li key={customer.mobile}>
              <button type="button" onClick={() => onChoose(customer)}>
                <b>{customer.name}</b> <small>{customerText(customer)}</small>
              </button>
            </li>
          ))}
        </ul>
        {isNew && (
          <Field
            label={texts.name}
            description={texts.newCustomerHint}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <DialogFooter>
          {chosen && (
            <Button variant="outline" onClick={() => onChoose(undefined)}>
              {texts.noCustomer}
            </Button>
          )}
          <Button type="submit" disabled={isNew && !name.trim()}>
            {isNew ? texts.addCustomer(name.trim()) : texts.chooseCustomer}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function customerText({ mobile, balance }: CounterCustomer): string {
  return balance ? `${mobile} · ${texts.khataOf(formatRupees(toPaise(balance)))}` : mobile
}

/** Returns the customers whose mobile number contains these digits or whose name contains these letters. */
function findCustomers(customers: CounterCustomer[], text: string): CounterCustomer[] {
  const typed = asciiDigits(text).trim().toLowerCase()
  const digits = mobileDigits(text) ?? typed.replace(/[\s-]/g, '')
  if (typed.length < MIN_LENGTH) return []
  return customers
    .filter(({ name, mobile }) =>
      /^\d+$/.test(digits) ? mobile.includes(digits) : name.toLowerCase().includes(typed),
    )
    .slice(0, MAX_FOUND)
}
