import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { addCustomer, type PhoneCustomer } from './phone-api'
import styles from './phone-order.module.css'
import { phoneTexts } from './texts'

type Props = { mobile: string; onAdd: (customer: PhoneCustomer) => void }

/** Creates a customer for an unknown mobile number; only a name is required. */
export function PhoneNewCustomer({ mobile, onAdd }: Props) {
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: addCustomer,
    meta: { errorShownBy: 'component' },
    onSuccess: onAdd,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) adding.mutate({ name: name.trim(), mobile })
  }
  return (
    <form onSubmit={onSubmit} className={styles.step} aria-label={phoneTexts.newCustomer}>
      <Field
        label={phoneTexts.name}
        description={phoneTexts.nameHint}
        error={adding.error ? errorMessage(adding.error, phoneTexts.failedToAdd) : undefined}
        autoComplete="off"
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={!name.trim()} pending={adding.isPending}>
        {name.trim() ? phoneTexts.addNamed(name.trim()) : phoneTexts.addCustomer}
      </Button>
    </form>
  )
}
