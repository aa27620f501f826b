import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Product } from '@/features/catalog/api'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { replacementsQuery } from '@/features/catalog/replacements-api'
import { classNames } from '@/lib/class-names'
import { errorMessage } from '@/lib/errors'
import { formatRupees, payable } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { FieldError } from '@/ui/field-error'
import { lineList } from '@/ui/line-list'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import type { CartLine } from './api'
import { cartMutationQueue } from './cart-mutation-queue'
import { cartTexts } from './cart-texts'
import styles from './replace-dialog.module.css'

type Props = {
  open: boolean
  line: CartLine
  /** Called before the line is replaced. */
  onChange?: () => void
  onClose: () => void
}

/** Offers similar products, one of which can replace a cart line. */
export default function ReplaceDialog({ open, line, onChange, onClose }: Props) {
  const queue = cartMutationQueue(useQueryClient())
  const { data: products, error } = useQuery(replacementsQuery(line.productId._id))
  const replace = (product: Product) => {
    onChange?.()
    void queue.replace(line, product)
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={cartTexts.insteadOf(line.productId.name)} form over>
      {products ? (
        <ul className={classNames(lineList.list, styles.list)}>
          {products.map((product) => (
            <ReplacementLine key={product._id} product={product} onChoose={() => replace(product)} />
          ))}
        </ul>
      ) : error ? (
        <FieldError>{errorMessage(error, cartTexts.failedToLoadNear)}</FieldError>
      ) : (
        <LinesSkeleton count={3} />
      )}
      {products?.length === 0 && <p>{cartTexts.nothingNear}</p>}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {sharedTexts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function ReplacementLine({ product, onChoose }: { product: Product; onChoose: () => void }) {
  const toneOf = useCategoryTones()
  return (
    <li className={lineList.line}>
      <Picture
        src={product.image[0]}
        name={product.name}
        drawing={product.picture}
        tone={toneOf(product.category._id)}
        size="small"
        className={lineList.picture}
      />
      <div className={lineList.text}>
        <p className={lineList.name}>{product.name}</p>
        <p className={textStyles.detail}>
          {product.unit && `${product.unit} · `}
          {formatRupees(payable(product))}
        </p>
      </div>
      <Button
        size="small"
        variant="outline"
        aria-label={cartTexts.chooseThis(product.name)}
        onClick={onChoose}
      >
        {cartTexts.choose}
      </Button>
    </li>
  )
}
