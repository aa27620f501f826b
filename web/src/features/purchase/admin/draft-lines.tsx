import { Trash2, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { parseNumber } from '@/lib/plain-number'
import { FieldError } from '@/ui/field-error'
import { inputClass } from '@/ui/field-frame'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { panelClass } from '@/ui/panel'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import type { Purchase } from '../api'
import { type Draft, type DraftLine, formatPercent, marginOf, proposedPrice } from '../draft'
import { purchaseTexts as texts } from '../texts'
import styles from './draft.module.css'

type Props = {
  draft: Draft
  /** The purchase as last saved, with its sums. */
  purchase: Purchase
  /** The id of the active line; on a phone only that line has fields. */
  active: string | undefined
  errorOf: (field: string) => string | undefined
  onActive: (key: string) => void
  /** Called on Enter in a line's field, to focus the scan field. */
  onNext: () => void
  onChange: (lines: DraftLine[]) => void
}

/** The lines in the order of the paper bill. */
export function DraftLines({ draft, purchase, active, errorOf, onActive, onNext, onChange }: Props) {
  const { lines, withTax } = draft
  if (lines.length === 0) return <p className={textStyles.hint}>{texts.noLines}</p>
  const columns = [texts.product, texts.piecesOf, texts.free, withTax ? texts.costWith : texts.costWithout]
  return (
    <div className={panelClass()}>
      <div className={styles.columns} aria-hidden="true">
        {[...columns, texts.rate, texts.mrp, texts.price, texts.margin, texts.bestBefore, texts.sum].map(
          (name) => (
            <span key={name}>{name}</span>
          ),
        )}
      </div>
      <ul>
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            options={{ withTax, credit: purchase.credit }}
            inHand={line.key === active}
            error={FIELDS.map((field) => errorOf(`lines[${index}].${field}`)).find(Boolean)}
            onActive={() => onActive(line.key)}
            onNext={onNext}
            onChange={(values) =>
              onChange(lines.map((draftLine) => (draftLine === line ? { ...line, ...values } : draftLine)))
            }
            onRemove={() => onChange(lines.filter((draftLine) => draftLine !== line))}
          />
        ))}
      </ul>
    </div>
  )
}

const FIELDS = ['productId', 'pieces', 'grams', 'free', 'cost', 'rate', 'mrp', 'price', 'bestBefore']

type LineProps = {
  line: DraftLine
  options: { withTax: boolean; credit: boolean }
  inHand: boolean
  error: string | undefined
  onActive: () => void
  onNext: () => void
  onChange: (values: Partial<DraftLine>) => void
  onRemove: () => void
}

function Line({ line, options, inHand, error, onActive, onNext, onChange, onRemove }: LineProps) {
  const { product } = line
  const margin = marginOf(line, options)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (inHand) first.current?.focus()
  }, [inHand])
  const sum = formatRupees(Math.round(toPaise(parseNumber(line.cost) || 0) * (parseNumber(line.pieces) || 0)))
  const input = (field: Field, label: string, mode: 'numeric' | 'decimal') => (
    <label className={styles.cell} data-field={field}>
      <span>{label}</span>
      <input
        ref={field === 'pieces' ? first : undefined}
        className={inputClass({ invalid: field === 'price' && margin !== undefined && margin.earns < 0 })}
        inputMode={mode}
        autoComplete="off"
        aria-label={`${label}, ${product.name}`}
        placeholder={
          line.inKilograms && (field === 'pieces' || field === 'free') ? texts.kilograms : undefined
        }
        value={line[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    </label>
  )
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onNext()
  }
  return (
    <li className={styles.line} data-active={inHand} onKeyDown={enter}>
      <span className={styles.what}>
        <Picture
          src={product.image[0]}
          drawing={product.picture}
          name={product.name}
          size="small"
          className={styles.picture}
        />
        <span>
          <b>{product.name}</b>
          <small>
            {product.unit}
            <span
              className={styles.short}
            >{` · ${line.pieces || 0}${line.free && ` + ${line.free}`}${line.inKilograms ? ' kg' : ''} × ₹${line.cost || '…'}`}</span>
          </small>
        </span>
      </span>
      <button
        type="button"
        className={styles.open}
        aria-label={texts.edit(product.name)}
        onClick={onActive}
      />
      {input(
        'pieces',
        line.inKilograms ? texts.kilograms : texts.piecesOf,
        line.inKilograms ? 'decimal' : 'numeric',
      )}
      {input('free', texts.free, line.inKilograms ? 'decimal' : 'numeric')}
      {input(
        'cost',
        (line.inKilograms ? texts.ofAKilogram : String)(options.withTax ? texts.costWith : texts.costWithout),
        'decimal',
      )}
      {input('rate', texts.rate, 'decimal')}
      {input('mrp', texts.mrp, 'decimal')}
      {input('price', texts.price, 'decimal')}
      <span className={styles.margin} data-loses={margin && margin.earns < 0}>
        {margin && (
          <>
            <b>{formatPercent(margin.percent)}</b>
            <small>{formatRupees(margin.earns)}</small>
          </>
        )}
      </span>
      <label className={styles.cell} data-field="bestBefore">
        <span>{texts.bestBefore}</span>
        <input
          type="date"
          className={inputClass()}
          aria-label={`${texts.bestBefore}, ${product.name}`}
          value={line.bestBefore}
          onChange={({ target }) => onChange({ bestBefore: target.value })}
        />
      </label>
      <b className={styles.sum}>{sum}</b>
      <IconButton
        icon={Trash2}
        label={texts.remove(product.name)}
        className={styles.remove}
        onClick={onRemove}
      />
      <Warning line={line} options={options} onPrice={(price) => onChange({ price })} />
      {error && (
        <div className={styles.wide}>
          <FieldError>{error}</FieldError>
        </div>
      )}
    </li>
  )
}

type Field = 'pieces' | 'free' | 'cost' | 'rate' | 'mrp' | 'price'

type WarningProps = Pick<LineProps, 'line' | 'options'> & { onPrice: (price: string) => void }

/** Warns that a piece costs more than its selling price, and proposes a price up to the MRP. */
function Warning({ line, options, onPrice }: WarningProps) {
  const margin = marginOf(line, options)
  if (!margin || margin.earns >= 0) return null
  const before = line.product.cost
  const proposed = proposedPrice(line, options)
  const newMargin = proposed && marginOf({ ...line, price: proposed }, options)
  return (
    <p className={styles.warning}>
      <Icon icon={TriangleAlert} size="small" />
      <span>
        {before !== null &&
          toPaise(before) < margin.cost &&
          `${texts.rose(formatRupees(toPaise(before)), formatRupees(margin.cost))} `}
        {texts.loses(formatRupees(-margin.earns))}{' '}
        {proposed && newMargin && (
          <>
            <button type="button" className={styles.proposal} onClick={() => onPrice(proposed)}>
              {texts.sellAt(formatRupees(toPaise(Number(proposed))))}
            </button>{' '}
            {texts.underMrp(formatPercent(newMargin.percent))}
          </>
        )}
      </span>
    </p>
  )
}
