import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type Product, productRowQuery } from '@/features/catalog/api'
import { replacementsQuery } from '@/features/catalog/replacements-api'
import { errorMessage } from '@/lib/errors'
import { formatRupees, payable } from '@/lib/money'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field-error'
import { Picture } from '@/ui/picture'
import { SearchField } from '@/ui/search-field'
import { stack } from '@/ui/stack'
import styles from './product-choice.module.css'
import { texts } from './texts'

const MAX_RESULTS = 6

type Props = {
  /** The id of the product to replace: similar products are offered before the user types. */
  insteadOf?: string
  /** The placeholder; by default it says what the field finds. */
  hint?: string
  /** For staff: finds a product by its whole barcode or SKU. */
  findByCode?: (code: string) => Promise<Product | undefined>
  /** Includes products that are out of stock or not published, for incoming goods. */
  includeUnavailable?: boolean
  onChoose: (product: Product) => void
  /** Called with a text that matches no product, to create one from it. */
  onUnknown?: (text: string) => void
}

/** Finds a product by typing, by default one in stock. Enter selects the product with exactly this code, else the first match. */
export function ProductChoice({
  insteadOf,
  hint = texts.findProduct,
  findByCode,
  includeUnavailable,
  onChoose,
  onUnknown,
}: Props) {
  const [text, setText] = useState('')
  const [codeError, setCodeError] = useState<string>()
  const query = productRowQuery({ q: text, inStock: includeUnavailable ? undefined : true }, MAX_RESULTS + 1)
  const typed = useQuery({ ...query, enabled: text !== '', placeholderData: keepPreviousData })
  const similar = useQuery({
    ...replacementsQuery(insteadOf ?? ''),
    enabled: text === '' && insteadOf !== undefined,
  })
  const found = text ? typed : similar
  const choices = (rows: Product[]) =>
    rows
      .filter(
        ({ _id, publish, stock }) => _id !== insteadOf && (includeUnavailable || (publish && stock > 0)),
      )
      .slice(0, MAX_RESULTS)
  const products = choices(found.data ?? [])
  const queryClient = useQueryClient()
  // A scanner presses Enter before the list has loaded.
  const chooseFirst = async () => {
    const rows = text ? await queryClient.fetchQuery(query).catch(() => undefined) : products
    if (!rows) return
    const [first] = choices(rows)
    if (first) onChoose(first)
    else if (text.trim()) onUnknown?.(text.trim())
  }
  const choose = async () => {
    setCodeError(undefined)
    try {
      const scanned = await findByCode?.(text.trim())
      if (!scanned) return await chooseFirst()
      if (choices([scanned]).length > 0) onChoose(scanned)
      else setCodeError(texts.cannotBeAdded(scanned.name))
    } catch (error) {
      setCodeError(errorMessage(error, texts.failedToFind))
    }
  }
  // Escape clears the field; it must not close the sheet as well.
  const stopEscape = (event: KeyboardEvent) => event.key === 'Escape' && text && event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops a key event of the field
    <div className={stack.dense} onKeyDown={stopEscape}>
      <SearchField
        label={texts.findProduct}
        placeholder={hint}
        query={text}
        onSearch={setText}
        onSubmit={() => void choose()}
      />
      {codeError && <FieldError>{codeError}</FieldError>}
      {found.error && <FieldError>{errorMessage(found.error, texts.failedToFind)}</FieldError>}
      <ul className={styles.list} aria-label={texts.productsFound} aria-busy={found.isFetching}>
        {products.map((product) => (
          <li key={product._id}>
            <button type="button" className={styles.product} onClick={() => onChoose(product)}>
              <Picture
                src={product.image[0]}
                drawing={product.picture}
                name={product.name}
                size="small"
                className={styles.picture}
              />
              <span>
                {product.name}
                <small>
                  {[product.unit, formatRupees(payable(product)), texts.inStock(product.stock)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {text && found.isSuccess && !found.isPlaceholderData && products.length === 0 && (
        <p role="status">
          {onUnknown ? texts.noSuchProduct : texts.noProducts}{' '}
          {onUnknown && (
            <Button variant="outline" size="small" icon={Plus} onClick={() => onUnknown(text.trim())}>
              {texts.newProduct}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
