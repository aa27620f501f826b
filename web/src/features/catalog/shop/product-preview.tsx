import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { idOf } from '@/lib/slug'
import { texts as shell } from '@/lib/texts'
import { containerClass } from '@/ui/page'
import { Picture } from '@/ui/picture'
import { PriceTag } from '@/ui/price'
import { hideProductPreview, type Preview, useProductPreview } from '../product-preview'
import type { ProductSlots } from '../product-slots'
import breadcrumbStyles from './breadcrumb.module.css'
import galleryStyles from './product-gallery.module.css'
import pageStyles from './product-page.module.css'
import styles from './product-preview.module.css'
import { ProductPurchase } from './product-purchase'

/**
 * The first screen of a product's page over the page before it, from the press of a card until the page is rendered:
 * that takes a cheap phone a quarter of a second.
 */
export function ProductPreview({ slots }: { slots: ProductSlots }) {
  const preview = useProductPreview()
  const productId = preview?.product._id
  // Whatever else is navigated to meanwhile, and whichever way the navigation ends, ends the preview.
  const navigating = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location !== resolvedLocation && idOf(location.pathname) === productId,
  })
  useEffect(() => {
    if (productId && !navigating) hideProductPreview()
  }, [productId, navigating])
  return preview && navigating && <FirstScreen {...preview} slots={slots} />
}

function FirstScreen({ product, tone, top, slots }: Preview & { slots: ProductSlots }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.preview = ''
    return () => {
      delete dataset.preview
    }
  }, [])
  return (
    <div className={styles.preview} style={{ paddingTop: top }} aria-hidden="true">
      <div className={containerClass} data-tone={tone} inert>
        <div className={breadcrumbStyles.breadcrumb}>
          <span className={breadcrumbStyles.link}>{shell.home}</span>
          <span className={breadcrumbStyles.link}>{product.category.name}</span>
          <span className={breadcrumbStyles.link}>{product.subCategory.name}</span>
          <span aria-current="page">{product.name}</span>
        </div>
        <article className={pageStyles.product}>
          <div className={galleryStyles.gallery}>
            <div className={galleryStyles.viewport}>
              <ul className={galleryStyles.pictures}>
                <li>
                  <Picture
                    src={product.image[0]}
                    drawing={product.picture}
                    name={product.name}
                    tone={tone}
                    eager
                    className={galleryStyles.picture}
                  />
                </li>
              </ul>
              <PriceTag discount={product.discount} className={galleryStyles.priceTag} />
            </div>
          </div>
          <div>
            <h1>{product.name}</h1>
            {product.unit && <p className={pageStyles.unit}>{product.unit}</p>}
            <ProductPurchase product={product} action={slots(product).pageAction} />
          </div>
        </article>
      </div>
    </div>
  )
}
