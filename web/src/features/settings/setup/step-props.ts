import type { ReactNode } from 'react'
import type { SetupErrors, SetupValues } from './setup-values'

/** A price list that is imported while the page says what was done. */
type ChosenList = { file: File; pieces: string; onImported: (products: number) => void }

/** Renders the import of a price list, which belongs to the catalog. */
export type ListSlot = (list: ChosenList) => ReactNode

/** What each step takes. */
export type StepProps = {
  values: SetupValues
  errors: SetupErrors
  onChange: (change: Partial<SetupValues>) => void
}

type TextName = {
  [Name in keyof SetupValues]: SetupValues[Name] extends string ? Name : never
}[keyof SetupValues]

/** The props of a field for one text. */
export function textField({ values, errors, onChange }: StepProps, name: Exclude<TextName, 'goods' | 'gst'>) {
  return {
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  }
}
