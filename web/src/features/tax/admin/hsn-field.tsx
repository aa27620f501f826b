import { FieldFrame, inputClass } from '@/ui/field-frame'
import { taxTexts as texts } from '../texts'

type Props = { label: string; value: string; error: string | undefined; onChange: (value: string) => void }

/** A field for an HSN in a list, with its label for screen readers only. */
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
