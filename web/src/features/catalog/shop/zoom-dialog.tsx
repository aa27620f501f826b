import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { IconButton } from '@/ui/icon-button'
import { Picture } from '@/ui/picture'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'
import { productTexts } from '../product-texts'
import { useZoom } from './use-zoom'
import styles from './zoom-dialog.module.css'
import { MAX_SCALE } from './zoom-view'

type Props = {
  product: Product
  /** The URLs of the product's pictures; `initialIndex` is shown first. */
  pictures: string[]
  initialIndex: number
  tone: Tone | undefined
  onClose: () => void
}

/** Shows a product's pictures one at a time, zoomable by pinch, double tap, wheel, keys and buttons. */
export default function ZoomDialog({ product, pictures, initialIndex, tone, onClose }: Props) {
  const { name } = product
  const [index, setIndex] = useState(initialIndex)
  const { setFrame, scale, press, reset, handlers } = useZoom()
  const show = (next: number) => {
    reset()
    setIndex((next + pictures.length) % pictures.length)
  }
  return (
    <Dialog open onClose={onClose} title={name} className={styles.dialog}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not meant to handle pointers */}
      <div
        {...handlers}
        ref={setFrame}
        className={styles.frame}
        role="group"
        aria-label={productTexts.zoomFrame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the zoom keys need the focus
        tabIndex={0}
      >
        <Picture
          src={pictures[index]}
          name={name}
          drawing={product.picture}
          alt={name}
          tone={tone}
          size={scale > 1 ? 'zoomed' : 'large'}
          eager
          className={styles.picture}
        />
      </div>
      <div className={styles.controls}>
        {pictures.length > 1 && (
          <IconButton
            label={productTexts.previousPicture}
            icon={ChevronLeft}
            variant="outline"
            onClick={() => show(index - 1)}
          />
        )}
        <IconButton
          label={productTexts.zoomOut}
          icon={ZoomOut}
          variant="outline"
          aria-disabled={scale <= 1}
          onClick={() => press('-')}
        />
        <output className={styles.scale}>{productTexts.zoomed(Math.round(scale * 100))}</output>
        <IconButton
          label={productTexts.zoomIn}
          icon={ZoomIn}
          variant="outline"
          aria-disabled={scale >= MAX_SCALE}
          onClick={() => press('+')}
        />
        {pictures.length > 1 && (
          <IconButton
            label={productTexts.nextPicture}
            icon={ChevronRight}
            variant="outline"
            onClick={() => show(index + 1)}
          />
        )}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {sharedTexts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
