import { ZoomIn } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { Picture } from '@/ui/picture'
import type { PictureSize } from '@/ui/picture-sizes'
import { PriceTag } from '@/ui/price'
import type { Tone } from '@/ui/tone'
import type { Product } from '../api'
import { productTexts } from '../product-texts'
import styles from './product-gallery.module.css'

// Few shoppers zoom: load the dialog's code on demand.
const ZoomDialog = lazyDialog(() => import('./zoom-dialog'))

type Props = {
  product: Product
  tone: Tone | undefined
  /** Whether the data comes from a list: then the browser has the card's picture cached. */
  listed: boolean
}

/** The product's pictures: swipe on a phone, or select by thumbnail; a dialog enlarges them. */
export function ProductGallery({ product, tone, listed }: Props) {
  const pictures = product.image
  const [currentIndex, setCurrentIndex] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  // Show the cached picture of the card until the larger one has loaded.
  const [size, setSize] = useState<PictureSize>(listed ? 'card' : 'page')
  useEffect(() => setSize('page'), [])
  const scroller = useRef<HTMLUListElement>(null)
  const scrollTo = (index: number) => {
    const { current } = scroller
    current?.scrollTo({ left: index * current.clientWidth })
  }

  return (
    <div className={styles.gallery}>
      <div className={styles.viewport}>
        <ul
          className={styles.pictures}
          ref={scroller}
          aria-label={productTexts.pictures}
          tabIndex={pictures.length > 1 ? 0 : undefined}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrentIndex(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map((src, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may have the same picture twice
            <li key={`${index} ${src}`} aria-label={productTexts.picture(index + 1, pictures.length)}>
              <Picture
                src={src}
                drawing={product.picture}
                name={product.name}
                alt={product.name}
                tone={tone}
                size={size}
                eager={index === 0}
                className={styles.picture}
              />
            </li>
          ))}
        </ul>
        <PriceTag discount={product.discount} className={styles.priceTag} />
        {product.ownImages && (
          <IconButton
            label={productTexts.zoom}
            icon={ZoomIn}
            className={styles.zoom}
            onClick={() => setZoomed(true)}
          />
        )}
      </div>
      {pictures.length > 1 && (
        <div className={styles.thumbnails}>
          {pictures.map((src, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a product may have the same picture twice
              key={`${index} ${src}`}
              type="button"
              aria-label={productTexts.picture(index + 1, pictures.length)}
              aria-current={index === currentIndex}
              onClick={() => scrollTo(index)}
            >
              <Picture
                src={src}
                drawing={product.picture}
                name={product.name}
                tone={tone}
                size="small"
                className={styles.thumbnail}
              />
            </button>
          ))}
        </div>
      )}
      {zoomed && (
        <ZoomDialog
          product={product}
          pictures={pictures}
          initialIndex={currentIndex}
          tone={tone}
          onClose={() => setZoomed(false)}
        />
      )}
    </div>
  )
}
