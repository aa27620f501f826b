import { useId } from 'react'
import { Field } from '@/ui/field'
import { deskTexts } from './desk-texts'
import { readRiders } from './riders'

const NAME_MAX = 60

type Props = { value: string; onChange: (rider: string) => void; className?: string }

/** Who takes orders out: typed, or one of the names that this device remembers. May stay empty. */
export function RiderField({ value, onChange, className }: Props) {
  const list = useId()
  return (
    <>
      <Field
        label={deskTexts.rider}
        name="rider"
        list={list}
        autoComplete="off"
        maxLength={NAME_MAX}
        className={className}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {readRiders().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
