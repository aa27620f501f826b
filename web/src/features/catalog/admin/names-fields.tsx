import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { useShop } from '@/features/settings/use-shop'
import { Field } from '@/ui/field'
import type { Names } from './changed-names'
import { texts } from './texts'

type Props<Values extends FieldValues> = { form: { control: Control<Values> } }

/** Fields for the name in each further language of the shop; renders nothing in a shop of one language. */
export function NamesFields<Values extends FieldValues & { names: Names }>({ form }: Props<Values>) {
  const { field, fieldState } = useController({ control: form.control, name: 'names' as Path<Values> })
  const names: Names = field.value
  const set = (language: string, text: string) => {
    const { [language]: _, ...rest } = names
    field.onChange(text.trim() ? { ...rest, [language]: text } : rest)
  }
  return (useShop()?.languages ?? [])
    .slice(1)
    .map(({ code, name }, index) => (
      <Field
        key={code}
        label={texts.nameIn(name)}
        lang={code}
        autoComplete="off"
        value={names[code] ?? ''}
        error={index === 0 ? fieldState.error?.message : undefined}
        onChange={({ target }) => set(code, target.value)}
        onBlur={field.onBlur}
      />
    ))
}
