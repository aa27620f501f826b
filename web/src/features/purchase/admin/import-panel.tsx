import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { LIST_TYPES } from '@/features/media/price-list-file'
import { SheetField } from '@/features/media/sheet-field'
import { ProductChoice } from '@/features/order/product-choice'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { formatWeight } from '@/lib/weight'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { SelectField } from '@/ui/select-field'
import {
  type FileLine,
  importFile,
  type PurchaseImport,
  purchaseQuery,
  purchasesKey,
  saveDraft,
} from '../api'
import { draftOf, formOf } from '../draft'
import { type Answer, lineOf } from '../file-lines'
import { purchaseTexts as texts } from '../texts'
import { ImportFindings, Notes } from './import-findings'
import styles from './purchases.module.css'

type Props = { supplier: string; purchase: string; onDone: () => void }

/** Imports a supplier's file into a draft. It asks about lines whose product is uncertain; the server remembers the answers. */
export function ImportButton({ supplier, purchase, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [columns, setColumns] = useState<Record<string, string>>({})
  const [sheet, setSheet] = useState('')
  const [draftChanged, setDraftChanged] = useState(false)
  const queryClient = useQueryClient()
  const reading = useMutation({
    mutationFn: importFile,
    meta: { errorShownBy: 'component' },
    onSuccess: ({ purchase: saved }) => {
      setDraftChanged(true)
      queryClient.setQueryData(purchaseQuery(saved._id).queryKey, saved)
    },
  })
  const read = (chosen: File, map: Record<string, string>, sheetName: string) => {
    setSheet(sheetName)
    reading.mutate({ file: chosen, supplier, purchase, map, sheet: sheetName })
  }
  const unknown = unknownOf(reading.error)
  // The columns chosen for one sheet do not apply to another.
  const columnsOf = (asked: Unknown) => (sheet === '' || sheet === asked.sheet ? columns : {})
  const close = () => {
    setFile(undefined)
    setColumns({})
    setSheet('')
    setDraftChanged(false)
    if (draftChanged) onDone()
    reading.reset()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={LIST_TYPES}
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (!chosen) return
          setFile(chosen)
          read(chosen, {}, '')
        }}
      />
      <Button variant="outline" icon={FileUp} onClick={() => input.current?.click()}>
        {texts.fromFile}
      </Button>
      {file && (
        <Dialog open onClose={close} title={texts.file} description={file.name} form>
          {reading.isPending && <p role="status">{texts.reading}</p>}
          {reading.error && <FieldError>{errorMessage(reading.error, texts.notRead)}</FieldError>}
          {unknown && (
            <div className={styles.form}>
              {(unknown.sheets ?? []).length > 1 && (
                <SheetField
                  label={texts.sheet}
                  sheets={unknown.sheets ?? []}
                  value={sheet || (unknown.sheet ?? '')}
                  onSheet={setSheet}
                />
              )}
              {unknown.fields?.map((field) => (
                <SelectField
                  key={field}
                  label={texts.fields[field as keyof typeof texts.fields] ?? field}
                  placeholder={texts.notInFile}
                  options={(unknown.columns ?? []).map((name, index) => ({
                    value: `#${index + 1}`,
                    label: name,
                  }))}
                  value={columns[field] ?? ''}
                  onChange={({ target }) => setColumns({ ...columns, [field]: target.value })}
                />
              ))}
              <Button
                disabled={unknown.fields === undefined && sheet === ''}
                onClick={() => read(file, columnsOf(unknown), sheet)}
              >
                {texts.readAgain}
              </Button>
            </div>
          )}
          {reading.data && (
            <Answers imported={reading.data} onClose={close} onReadSheet={(name) => read(file, {}, name)} />
          )}
          {reading.error && (
            <DialogFooter>
              <Button variant="outline" onClick={close}>
                {texts.cancel}
              </Button>
            </DialogFooter>
          )}
        </Dialog>
      )}
    </>
  )
}

/** What the server asks about a file: which sheet, or which column is which field. */
type Unknown = { columns?: string[]; fields?: string[]; sheet?: string; sheets?: string[] }

function unknownOf(error: unknown): Unknown | undefined {
  const isAsked =
    error instanceof ApiError && (error.code === 'columns_unknown' || error.code === 'sheet_unknown')
  return isAsked ? (error.data as Unknown) : undefined
}

type AnswersProps = {
  imported: PurchaseImport
  onClose: () => void
  onReadSheet: (sheet: string) => void
}

/** Asks about the uncertain lines: accept a proposal, pick another product, create one, or leave the line out. */
function Answers({ imported, onClose, onReadSheet }: AnswersProps) {
  const { lines, purchase, sheet, sheets = [] } = imported
  const open = lines.filter(({ sure }) => !sure)
  const [answers, setAnswers] = useState<Record<number, Answer>>({})
  const [otherSheet, setOtherSheet] = useState('')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const taken = open.flatMap((line) => {
    const answer = answers[line.line]
    const added = answer && lineOf(line, answer)
    return added ? [added] : []
  })
  const taking = useMutation({
    mutationFn: (_next: () => void) => {
      const form = formOf(draftOf(purchase))
      return saveDraft({ id: purchase._id, body: { ...form, lines: [...(form.lines ?? []), ...taken] } })
    },
    meta: { errorShownBy: 'component' },
    onSuccess: (saved, next) => {
      queryClient.setQueryData(purchaseQuery(saved._id).queryKey, saved)
      void queryClient.invalidateQueries({
        queryKey: purchasesKey,
        predicate: ({ queryKey }) => !queryKey.includes(saved._id),
      })
      next()
    },
  })
  const readSheet = (name: string) => {
    const next = () => onReadSheet(name)
    if (taken.length > 0) taking.mutate(next)
    else next()
  }
  return (
    <>
      {sheet && sheets.length > 1 && <p>{texts.sheetRead(sheet)}</p>}
      <p>{texts.readAs(lines.length - open.length, open.length)}</p>
      <ul className={styles.entries}>
        {open.map((line) => (
          <AskedLine
            key={line.line}
            line={line}
            answer={answers[line.line] ?? { pack: line.pack > 0 ? String(line.pack) : '' }}
            onAnswer={(answer) => setAnswers({ ...answers, [line.line]: answer })}
            onNew={() => void navigate({ to: '/dashboard/uploadProduct' })}
          />
        ))}
      </ul>
      <ImportFindings imported={imported} />
      {sheets.length > 1 && (
        <div className={styles.form}>
          <SheetField
            label={texts.otherSheet}
            description={texts.otherSheetHint}
            sheets={sheets.filter((name) => name !== sheet)}
            value={otherSheet}
            onSheet={setOtherSheet}
          />
          <Button
            variant="outline"
            disabled={otherSheet === ''}
            pending={taking.isPending}
            onClick={() => readSheet(otherSheet)}
          >
            {texts.readSheet}
          </Button>
        </div>
      )}
      {taking.error && <FieldError>{errorMessage(taking.error, texts.notSaved)}</FieldError>}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {texts.leaveOut}
        </Button>
        <Button
          disabled={taken.length === 0}
          pending={taking.isPending}
          onClick={() => taking.mutate(onClose)}
        >
          {texts.take(taken.length)}
        </Button>
      </DialogFooter>
    </>
  )
}

type AskedProps = { line: FileLine; answer: Answer; onAnswer: (answer: Answer) => void; onNew: () => void }

function AskedLine({ line, answer, onAnswer, onNew }: AskedProps) {
  const [finding, setFinding] = useState(false)
  const choose = (product: Product) => {
    setFinding(false)
    onAnswer({ ...answer, productId: product._id, name: product.name, byWeight: product.soldBy === 'WEIGHT' })
  }
  return (
    <li className={styles.asked}>
      <span>
        <b>{line.words}</b>
        <small>
          {[
            line.barcode,
            line.grams !== undefined
              ? `${formatWeight(line.grams)}${line.free > 0 ? ` + ${formatWeight(line.free)} ${texts.free}` : ''}`
              : line.unit
                ? texts.counted(line.count, line.unit, line.loose ?? 0, line.free)
                : texts.countedPieces(line.count, line.free),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <Notes notes={line.notes} />
      </span>
      {answer.productId ? (
        <p>{texts.isThis(answer.name ?? '')}</p>
      ) : (
        <p className={styles.buttons}>
          {line.proposals.map(({ productId, product }) => (
            <Button
              key={productId}
              size="small"
              variant="outline"
              onClick={() =>
                onAnswer({
                  pack: answer.pack || String(product.packSize ?? ''),
                  productId,
                  name: `${product.name} ${product.unit}`,
                  byWeight: product.stepGrams !== undefined,
                })
              }
            >
              {`${product.name} ${product.unit}`}
            </Button>
          ))}
          <Button size="small" variant="outline" aria-expanded={finding} onClick={() => setFinding(!finding)}>
            {texts.findIt}
          </Button>
          <Button size="small" variant="outline" onClick={onNew}>
            {texts.newProduct}
          </Button>
        </p>
      )}
      {finding && <ProductChoice findByCode={productByCode} includeUnavailable onChoose={choose} />}
      {line.unit && !(answer.byWeight && line.grams !== undefined) && (
        <Field
          label={(answer.byWeight ? texts.kilogramsIn : texts.piecesIn)(line.unit)}
          inputMode="numeric"
          autoComplete="off"
          value={answer.pack}
          onChange={({ target }) => onAnswer({ ...answer, pack: target.value })}
        />
      )}
    </li>
  )
}
