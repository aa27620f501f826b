import { FieldFrame, inputClass } from '@/ui/field-frame'
import { taxTexts as texts } from '../texts'

type Props = { label: string; value: string; error: string | undefined; onChange: (value: string) => void }

/** An HSN in a list: its label is read out and not shown. */
export function HSNField({ label, value, error, onChange }: Props) {
  return (
    <FieldFrame label={label} error={error} hideLabel>
      {(control) => (
        <input
          {...control}
          className={inputClass({ invalid: error !== undefined })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          placeholder={texts.proposals.hsn}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  )
}
