import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { fieldDescriptionClass, fieldLabelClass } from '@/ui/field-frame'
import { IconButton } from '@/ui/icon-button'
import { stack } from '@/ui/stack'
import styles from './pincode-field.module.css'
import { parsePincodes } from './pincodes'
import { fieldTexts } from './settings-texts'

type Props = { value: readonly string[]; onChange: (pincodes: string[]) => void; error?: string }

/** A list of pincodes. Text with any separators can be pasted; invalid parts stay in the field and are named in an error. */
export function PincodeField({ value, onChange, error }: Props) {
  const [text, setText] = useState('')
  const [result, setResult] = useState<{ added: number; unknown: string[] }>()
  const add = (typed: string) => {
    const { pincodes, unknown } = parsePincodes(typed)
    const added = pincodes.filter((pincode) => !value.includes(pincode))
    if (added.length > 0) onChange([...value, ...added].sort())
    setText(unknown.join(' '))
    setResult(typed.trim() ? { added: added.length, unknown } : undefined)
  }
  const refusal = result && result.unknown.length > 0 && fieldTexts.notUnderstood(result.unknown.join(', '))
  return (
    <div className={stack.dense}>
      <span className={fieldLabelClass}>{fieldTexts.pincodes}</span>
      {value.length > 0 ? (
        <ul className={styles.list} aria-label={fieldTexts.pincodes}>
          {value.map((pincode) => (
            <li key={pincode} className={styles.pincode}>
              {pincode}
              <IconButton
                icon={X}
                size="small"
                label={fieldTexts.removePincode(pincode)}
                onClick={() => onChange(value.filter((entry) => entry !== pincode))}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={fieldDescriptionClass}>{fieldTexts.everywhere}</p>
      )}
      <div className={styles.entry}>
        <Field
          label={fieldTexts.addPincodes}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={refusal || error}
          description={
            result && result.added > 0 ? fieldTexts.pincodesAdded(result.added) : fieldTexts.pincodesHint
          }
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text && add(text)}
          onPaste={(event) => {
            event.preventDefault()
            add(`${text} ${event.clipboardData.getData('text')}`)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(text)
          }}
        />
        <Button variant="outline" onClick={() => add(text)}>
          {fieldTexts.add}
        </Button>
      </div>
      <span role="status" hidden>
        {result && result.added > 0 ? fieldTexts.pincodesAdded(result.added) : ''}
      </span>
    </div>
  )
}
