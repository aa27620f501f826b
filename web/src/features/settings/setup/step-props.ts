import type { ReactNode } from 'react'
import type { SetupErrors, SetupValues } from './setup-values'

/** A price list that is imported while the page shows the setup's result. */
type ChosenList = { file: File; pieces: string; onImported: (products: number) => void }

/** Renders the import of a price list, which belongs to the catalog feature. */
export type ListSlot = (list: ChosenList) => ReactNode

/** The props of a step. */
export type StepProps = {
  values: SetupValues
  errors: SetupErrors
  onChange: (change: Partial<SetupValues>) => void
}

type TextName = {
  [Name in keyof SetupValues]: SetupValues[Name] extends string ? Name : never
}[keyof SetupValues]

/** Returns the props of a text field. */
export function textField({ values, errors, onChange }: StepProps, name: Exclude<TextName, 'goods' | 'gst'>) {
  return {
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  }
}
