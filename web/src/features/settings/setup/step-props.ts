import type { SetupErrors, SetupValues } from './setup-values'

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
export function textField({ values, errors, onChange }: StepProps, name: Exclude<TextName, 'goods'>) {
  return {
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  }
}
