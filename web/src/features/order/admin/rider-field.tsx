import { useId } from 'react'
import { Field } from '@/ui/field'
import { deskTexts } from './desk-texts'
import { readRiders, useDefaultRider, useRiderNames } from './riders'

const NAME_MAX = 60

type Props = {
  value: string
  onChange: (rider: string) => void
  /** The pincode of the order; undefined for several orders. */
  pincode?: string
  className?: string
}

/**
 * A field for the rider: type a name, or pick one of the shop's riders or a name used on this device. If it is empty,
 * each order gets the default rider of its pincode, whose name is the placeholder.
 */
export function RiderField({ value, onChange, pincode, className }: Props) {
  const list = useId()
  const names = useRiderNames(...readRiders())
  const defaultRider = useDefaultRider(pincode)
  return (
    <>
      <Field
        label={deskTexts.rider}
        name="rider"
        list={list}
        placeholder={defaultRider}
        autoComplete="off"
        maxLength={NAME_MAX}
        className={className}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
