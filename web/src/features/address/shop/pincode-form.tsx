import { useForm } from 'react-hook-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { texts } from '../texts'
import styles from './pincode-check.module.css'

type Props = { pincode: string; onCheck: (pincode: string) => void }

/** Asks for a pincode of six digits, spaces allowed. */
export function PincodeForm({ pincode, onCheck }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { pincode } })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit(({ pincode: typed }) => onCheck(typed.replaceAll(' ', '')))}
    >
      <Field
        label={texts.yourPincode}
        inputMode="numeric"
        autoComplete="postal-code"
        error={formState.errors.pincode?.message}
        {...register('pincode', {
          validate: (typed) => /^\d{6}$/.test(typed.replaceAll(' ', '')) || texts.pincodeDigits,
        })}
      />
      <Button type="submit">{texts.check}</Button>
    </form>
  )
}
