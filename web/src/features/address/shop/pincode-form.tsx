import { type FormEvent, useRef, useState } from 'react'
import { asciiDigits } from '@/lib/typed-number'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { pincodeTexts } from '../pincode-texts'
import styles from './pincode-check.module.css'

type Props = { pincode: string; onCheck: (pincode: string) => void }

/**
 * Asks for a six-digit pincode, in any spelling. Avoids react-hook-form, which every first visit to home would download
 * for this one field.
 */
export function PincodeForm({ pincode, onCheck }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(pincode)
  const [submitted, setSubmitted] = useState(false)
  const entered = asciiDigits(typed).replace(/\D/g, '')
  const isValid = /^\d{6}$/.test(entered)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isValid) onCheck(entered)
    else input.current?.focus()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        ref={input}
        label={pincodeTexts.yourPincode}
        inputMode="numeric"
        autoComplete="postal-code"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={submitted && !isValid ? pincodeTexts.pincodeDigits : undefined}
      />
      <Button type="submit">{pincodeTexts.check}</Button>
    </form>
  )
}
