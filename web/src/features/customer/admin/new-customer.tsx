import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Avatar } from '@/features/account/avatar'
import { errorMessage } from '@/lib/errors'
import { mobileDigits } from '@/lib/typed-number'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { addCustomer, type Customer, customersKey, customersQuery } from '../api'
import { customerTexts } from '../texts'
import styles from './new-customer.module.css'

/** Adds a customer without a login. The mobile number comes first, to find existing customers. */
export function NewCustomer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={UserPlus} onClick={() => setOpen(true)}>
        {customerTexts.newCustomer}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={customerTexts.newCustomer} form>
        {open && <NewCustomerForm onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function NewCustomerForm({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('')
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const digits = mobileDigits(mobile)
  const { data: known } = useQuery({ ...customersQuery({ q: digits ?? '' }), enabled: digits !== undefined })
  const { data: named } = useQuery({
    ...customersQuery({ q: name.trim() }),
    enabled: digits !== undefined && name.trim().length > 2,
  })
  const show = (id: string) => void navigate({ to: '/dashboard/customers/$id', params: { id } })
  const adding = useMutation({
    mutationFn: addCustomer,
    meta: { errorShownBy: 'component' },
    onSuccess: ({ _id }) => {
      void queryClient.invalidateQueries({ queryKey: customersKey })
      show(_id)
    },
  })
  const found = digits ? (known?.customers ?? []) : []
  const alike =
    found.length > 0 ? found : (named?.customers.filter((customer) => isAlike(customer, digits)) ?? [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate({ name: name.trim(), mobile })
  }
  return (
    <form onSubmit={onSubmit} className={stack.list}>
      <Field
        label={customerTexts.mobile}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        autoFocus
        value={mobile}
        error={adding.error ? errorMessage(adding.error, customerTexts.notAdded) : undefined}
        onChange={({ target }) => setMobile(target.value)}
      />
      <Field
        label={customerTexts.name}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {alike.length > 0 && (
        <ul className={styles.alike} aria-label={customerTexts.alike}>
          {alike.slice(0, 3).map((customer) => (
            <li key={customer._id}>
              <Avatar name={customer.name} avatar="" />
              <span>
                <b>{customer.name}</b> {customer.mobile}
                {!customer.login && <small>{customerTexts.noLogin}</small>}
              </span>
              <Button size="small" variant="quiet" onClick={() => show(customer._id)}>
                {customerTexts.isThem}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={textStyles.caption}>{customerTexts.newHint}</p>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {customerTexts.leave}
        </Button>
        <Button type="submit" disabled={!digits || !name.trim()} pending={adding.isPending}>
          {name.trim() ? customerTexts.addThis(name.trim()) : customerTexts.add}
        </Button>
      </DialogFooter>
    </form>
  )
}

const MAX_TYPOS = 2

/** Reports whether a customer's number differs in at most two digits, which suggests a typing error. */
function isAlike({ mobile }: Customer, digits: string | undefined): boolean {
  if (!digits || mobile.length !== digits.length) return false
  return [...digits].filter((digit, index) => digit !== mobile[index]).length <= MAX_TYPOS
}
