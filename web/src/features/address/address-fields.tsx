import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '@/ui/field'
import styles from './address-fields.module.css'
import { placeQuery } from './api'
import { type AddressValues, FIELDS, type FieldName, isOptional, mobileHint, pincodeDigits } from './form'
import { texts } from './texts'

type Props = { form: UseFormReturn<AddressValues> }

/** The fields of an address. An Indian pincode fills in city and state, unless the user has typed them. */
export function AddressFields({ form }: Props) {
  const { register, control, formState } = form
  const mobile = useWatch({ control, name: 'mobile' })
  const place = useFillPlace(form)
  const descriptions: Partial<Record<FieldName, string>> = {
    mobile: mobileHint(mobile),
    pincode: place || texts.pincodeHint,
  }
  return (
    <div className={styles.fields}>
      {FIELDS.map(({ name, autoComplete, inputMode, wide }) => (
        <div key={name} className={wide ? styles.wide : undefined}>
          <Field
            label={texts.labels[name]}
            autoComplete={autoComplete}
            inputMode={inputMode}
            required={!isOptional(name)}
            description={descriptions[name]}
            error={formState.errors[name]?.message}
            {...register(name)}
          />
        </div>
      ))}
    </div>
  )
}

/** Fills in city and state from the pincode. Returns "city, state"; '' while the pincode is unknown. */
function useFillPlace({ control, setValue, getValues, getFieldState, clearErrors }: Props['form']): string {
  const filled = useRef({ city: '', state: '' })
  const pincode = pincodeDigits(useWatch({ control, name: 'pincode' }))
  const { data: place } = useQuery(placeQuery(pincode))
  useEffect(() => {
    if (!place?.city || !getFieldState('pincode').isDirty) return
    for (const name of ['city', 'state'] as const) {
      const before = getValues(name)
      if (before !== '' && before !== filled.current[name] && getFieldState(name).isDirty) continue
      setValue(name, place[name], { shouldDirty: true })
      clearErrors(name)
    }
    filled.current = place
  }, [place, setValue, getValues, getFieldState, clearErrors])
  return place?.city ? `${place.city}, ${place.state}` : ''
}
