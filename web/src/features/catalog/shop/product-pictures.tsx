import { ZoomIn } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyWithPreload } from '@/lib/lazy-with-preload'
import { Picture } from '@/ui/picture'
import { PriceTag } from '@/ui/price'
import type { Product } from '../api'
import { texts } from '../texts'

// Few shoppers enlarge a picture; the dialog's code comes with the press.
const ProductZoom = lazyWithPreload(() => import('./product-zoom'))

/** The product's pictures: swiped on a phone, chosen below, enlarged on a press. */
export function ProductPictures({ product, aisle }: { product: Product; aisle: number | undefined }) {
  const pictures = product.image.length > 0 ? product.image : [undefined]
  const [shown, setShown] = useState(0)
  const [large, setLarge] = useState(false)
  const strip = useRef<HTMLUListElement>(null)
  const show = (place: number) => {
    const { current } = strip
    current?.scrollTo({ left: place * current.clientWidth })
  }

  return (
    <div className="prod__pic">
      <div className="relative">
        <ul
          className="swipe"
          ref={strip}
          aria-label={texts.pictures}
          tabIndex={pictures.length > 1 ? 0 : undefined}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map((src, place) => (
            <li key={`${place} ${src}`} aria-label={texts.picture(place + 1, pictures.length)}>
              <Picture
                src={src}
                name={product.name}
                unit={product.unit}
                alt={product.name}
                aisle={aisle}
                size="page"
                eager={place === 0}
              />
            </li>
          ))}
        </ul>
        <PriceTag discount={product.discount} />
        {pictures[0] && (
          <button
            type="button"
            className="iconbtn zoom"
            aria-label={texts.zoom}
            onClick={() => setLarge(true)}
          >
            <ZoomIn className="ic" />
          </button>
        )}
      </div>
      {pictures.length > 1 && (
        <div className="thumbs">
          {pictures.map((src, place) => (
            <button
              key={`${place} ${src}`}
              type="button"
              aria-label={texts.picture(place + 1, pictures.length)}
              aria-current={place === shown}
              onClick={() => show(place)}
            >
              <Picture src={src} name={product.name} aisle={aisle} size="small" />
            </button>
          ))}
        </div>
      )}
      {large && (
        <Suspense>
          <ProductZoom
            product={product}
            src={pictures[shown]}
            aisle={aisle}
            onClose={() => setLarge(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
