import { ScanBarcode } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { formatTime } from '@/lib/dates'
import { asciiDigits } from '@/lib/typed-number'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { readEntry } from '../bills'
import type { CatalogIndex } from '../catalog-index'
import type { CounterProduct } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import { priceText } from '../weight'
import styles from './counter-field.module.css'

type Props = {
  ref: Ref<HTMLInputElement>
  text: string
  onText: (text: string) => void
  goods: CatalogIndex
  placeholder: string
  /** Offline: when the prices were fetched. */
  pricesOf: string | undefined
  onProduct: (product: CounterProduct, pieces: number) => void
  onCode: (code: string, pieces: number) => void
}

/** Matches barcodes: at least 6 digits. */
const CODE = /^\d{6,}$/

/** The field for scans and typing: a name (with suggestions), a code, a tile's number, or "6*" for six pieces of the next product. */
export function ScanField({ ref, text, onText, goods, placeholder, pricesOf, onProduct, onCode }: Props) {
  const [isFocused, setFocused] = useState(false)
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const { pieces, query } = readEntry(text)
  const exact = query && goods.withCode(query)
  const found = exact ? [exact] : goods.find(query)
  const at = Math.min(chosen, found.length - 1)

  const take = (product: CounterProduct) => {
    onText('')
    setChosen(0)
    onProduct(product, pieces)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const product = found[at]
    if (product) return take(product)
    const code = asciiDigits(query)
    if (!CODE.test(code)) return
    onText('')
    onCode(code, pieces)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text) {
      event.preventDefault()
      event.stopPropagation()
      onText('')
    }
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!steps || found.length === 0) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(found.length - 1, at + steps)))
  }
  return (
    <form className={classNames(styles.field, isFocused && styles.focused)} onSubmit={onSubmit}>
      <Icon icon={ScanBarcode} />
      <label>
        <VisuallyHidden>{texts.scanLabel}</VisuallyHidden>
        <input
          ref={ref}
          className={styles.input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          value={text}
          role="combobox"
          aria-expanded={query !== ''}
          aria-controls={list}
          aria-activedescendant={found[at] && `${list}-${at}`}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            setChosen(0)
            onText(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <span className={styles.state}>{stateText(query, found.length, pricesOf)}</span>
      {query !== '' && (
        <div className={styles.finds} id={list} role="listbox" aria-label={texts.found}>
          {found.map((product, index) => (
            <button
              key={product._id}
              id={`${list}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => take(product)}
            >
              <span>
                <b>{product.name}</b>
                <small>{[product.unit, texts.left(product.stock)].filter(Boolean).join(' · ')}</small>
              </span>
              <strong>{priceText(product)}</strong>
            </button>
          ))}
          {found.length === 0 && <p>{texts.noneFound}</p>}
        </div>
      )}
    </form>
  )
}

function stateText(query: string, count: number, pricesOf: string | undefined): string {
  if (query) return texts.foundCount(count)
  return pricesOf ? texts.pricesOf(formatTime(new Date(pricesOf))) : texts.ready
}
