import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { validatePieces } from '@/features/media/price-list-file'
import { SheetField } from '@/features/media/sheet-field'
import { classNames } from '@/lib/class-names'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import { Switch } from '@/ui/switch'
import type { ImportChoices, ListColumns, ListReading } from '../../price-list-api'
import { fieldName } from '../../price-list-names'
import { listTexts } from '../../price-list-texts'
import styles from './import-columns.module.css'
import page from './import-page.module.css'
import { texts } from './import-texts'
import { checkMapping, formatMapping, type Mapping, mappingOf, parseMapping } from './mapping'
import { StockChoice } from './stock-choice'

type Props = {
  columns: ListColumns
  reading: ListReading
  choices: ImportChoices
  pending: boolean
  /** Reads the file again: another sheet, or the first line as a product instead of a header. */
  onReading: (reading: ListReading) => void
  onBack: () => void
  onCheck: (reading: ListReading, choices: ImportChoices) => void
}

/** Assigns the list's columns to fields, with samples of each. */
export function ImportColumns(props: Props) {
  const { columns, reading, pending, onReading, onBack, onCheck } = props
  const [mapping, setMapping] = useState<Mapping>(() =>
    reading.map ? parseMapping(reading.map, columns.columns.length) : mappingOf(columns),
  )
  const [paise, setPaise] = useState(reading.paise ?? false)
  const [choices, setChoices] = useState(props.choices)
  const [submitted, setSubmitted] = useState(false)
  const fault = checkMapping(mapping)
  const piecesError = validatePieces(choices.pieces)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (fault || piecesError) return
    const byName = String(mapping) === String(mappingOf(columns)) && !columns.noHeader
    onCheck(
      { ...reading, paise, noHeader: columns.noHeader, map: byName ? undefined : formatMapping(mapping) },
      choices,
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <ColumnsFound columns={columns} />
      {columns.sheets.length > 1 && (
        <SheetField
          className={styles.sheet}
          sheets={columns.sheets}
          hidden={columns.hiddenSheets}
          value={columns.sheet}
          onSheet={(sheet) => onReading({ sheet })}
        />
      )}
      {submitted && fault?.missing && (
        <Alert tone="danger" role="alert">
          {listTexts.missingField[fault.missing]}
        </Alert>
      )}
      <ul className={styles.columns}>
        {columns.columns.map(({ name, samples }, index) => {
          const field = mapping[index] ?? ''
          const column = name || listTexts.unnamed(index + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may share a name, and their order is fixed
            <li key={index} className={classNames(!field && styles.out)}>
              <div className={styles.from}>
                <b>{column}</b>
                <span>{samples.join(' · ') || listTexts.noSamples}</span>
              </div>
              <Icon icon={ArrowRight} className={styles.arrow} />
              <div className={stack.dense}>
                <SelectField
                  hideLabel
                  label={texts.goesTo(column)}
                  placeholder={listTexts.leaveOut}
                  options={columns.fields.map((value) => ({ value, label: fieldName(value) }))}
                  value={field}
                  error={submitted && fault?.twice.includes(field) ? listTexts.twice : undefined}
                  onChange={({ target }) =>
                    setMapping(mapping.map((before, at) => (at === index ? target.value : before)))
                  }
                />
                {field === 'stock' && <StockChoice choices={choices} onChoices={setChoices} />}
              </div>
            </li>
          )
        })}
      </ul>
      <Panel padded className={styles.more}>
        {!mapping.includes('stock') && (
          <Field
            label={texts.pieces}
            description={texts.piecesHint}
            error={submitted ? piecesError : undefined}
            inputMode="numeric"
            value={choices.pieces}
            onChange={({ target }) => setChoices({ ...choices, pieces: target.value })}
          />
        )}
        <Switch
          label={listTexts.noHeader}
          checked={columns.noHeader}
          onChange={({ target }) => onReading({ ...reading, map: undefined, noHeader: target.checked })}
        />
        <Switch label={texts.paise} checked={paise} onChange={({ target }) => setPaise(target.checked)} />
        <p>
          <b>{texts.whichProduct}</b> {texts.byKey}
        </p>
      </Panel>
      <div className={page.footer}>
        <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
          {listTexts.back}
        </Button>
        <small />
        <Button type="submit" pending={pending}>
          {texts.check}
        </Button>
      </div>
    </form>
  )
}

/** Says how many columns were recognized by name, or which program wrote the list. */
function ColumnsFound({ columns }: { columns: ListColumns }) {
  const found = columns.columns.filter(({ field }) => field).length
  const all = columns.columns.length
  if (columns.program) return <Alert tone="success">{texts.program(columns.program)}</Alert>
  return (
    <Alert tone={found === 0 ? 'warning' : 'success'}>
      {found === 0 ? texts.noneFound : found === all ? texts.allFound : texts.found(found, all)}
    </Alert>
  )
}
