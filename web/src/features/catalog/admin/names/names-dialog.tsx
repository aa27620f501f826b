import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { LoadingFailed } from '@/ui/loading-failed'
import { SelectField } from '@/ui/select-field'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { saveNames, type Unnamed, unnamedQuery } from './api'
import styles from './names-dialog.module.css'
import { namesTexts as texts } from './texts'

type Language = { code: string; name: string }
type Props = { languages: Language[]; onClose: () => void }

/**
 * Asks for the names of records that have none in a language. Proposals from the table of words are prefilled, but not
 * saved unless the user saves them.
 */
export default function NamesDialog({ languages, onClose }: Props) {
  const [language, setLanguage] = useState(languages[0]?.code ?? '')
  const { data, error, refetch } = useQuery(unnamedQuery(language))
  return (
    <Dialog open onClose={onClose} title={texts.open} description={texts.hint} form>
      {languages.length > 1 && (
        <SelectField
          label={texts.language}
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={({ target }) => setLanguage(target.value)}
        />
      )}
      {data ? (
        <Form
          key={`${language} ${data.records[0]?._id}`}
          language={language}
          records={data.records}
          count={data.count}
          onClose={onClose}
        />
      ) : (
        error && <LoadingFailed reason={error} title={texts.loadFailed} retry={refetch} />
      )}
    </Dialog>
  )
}

type FormProps = { language: string; records: Unnamed[]; count: number; onClose: () => void }

function Form({ language, records, count, onClose }: FormProps) {
  const queryClient = useQueryClient()
  const [names, setNames] = useState(records.map(({ proposal }) => proposal))
  const saving = useMutation({
    mutationFn: saveNames,
    onSuccess: async (message) => {
      notify.success(message)
      await invalidateCatalog(queryClient)
    },
    onError: (reason) => toastError(reason, { fallback: texts.saveFailed }),
  })
  if (records.length === 0) return <p className={styles.hint}>{texts.allNamed}</p>
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const filled = records.flatMap(({ kind, _id }, index) => {
      const name = names[index]?.trim()
      return name ? { kind, _id, name } : []
    })
    if (filled.length > 0) saving.mutate({ language, names: filled })
    else onClose()
  }
  return (
    <form onSubmit={onSubmit}>
      <p className={styles.hint}>{texts.left(count)}</p>
      <div className={styles.rows}>
        {records.map(({ kind, _id, name, unit }, index) => (
          <Field
            key={_id}
            label={[name, unit].filter(Boolean).join(', ')}
            description={kind === 'PRODUCT' ? undefined : texts.kinds[kind]}
            lang={language}
            autoComplete="off"
            value={names[index] ?? ''}
            onChange={({ target }) => setNames(names.with(index, target.value))}
          />
        ))}
      </div>
      <FormDialogActions saving={saving.isPending} onCancel={onClose} />
    </form>
  )
}
