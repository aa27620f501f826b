import { Upload } from 'lucide-react'
import { useState } from 'react'
import { LIST_TYPES, validateList } from '@/features/media/price-list-file'
import { classNames } from '@/lib/class-names'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { pendingField } from '@/ui/pending-field'
import { texts } from './import-texts'
import styles from './list-drop.module.css'

type Props = { pending: boolean; onFile: (file: File) => void }

/** A drop zone for a price list, which is read immediately. */
export function ListDrop({ pending, onFile }: Props) {
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const submitFile = (file: File | undefined) => {
    if (!file || pending) return
    const fault = validateList(file)
    setRefused(fault)
    if (!fault) onFile(file)
  }
  return (
    <div>
      <label
        className={classNames(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          submitFile(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          name="list"
          accept={LIST_TYPES}
          aria-invalid={refused !== undefined}
          aria-describedby={refused && 'list-drop-error'}
          onChange={({ target }) => {
            submitFile(target.files?.[0])
            // Reset the input, so that choosing the same file again, perhaps corrected, fires a change event.
            target.value = ''
          }}
          {...pendingField(pending)}
        />
        <Icon icon={Upload} size="large" />
        <b>{texts.drop}</b>
        <span>{texts.dropHint}</span>
      </label>
      {refused && <FieldError id="list-drop-error">{refused}</FieldError>}
    </div>
  )
}
