import { texts as shell } from '@/lib/texts'
import { containerClass } from '@/ui/page'
import type { PressedProduct } from '../previewed-product'
import { purchaseLines } from '../purchase-lines'
import breadcrumbStyles from './breadcrumb.module.css'
import cardStyles from './product-card.module.css'
import galleryStyles from './product-gallery.module.css'
import pageStyles from './product-page.module.css'
import styles from './product-preview.module.css'

/**
 * Returns the first screen of a product's page, with the picture and the price of its card; its content begins `top` px below
 * the window's edge. The two are copied, and the rest made without React: it is to be painted within 100 ms on a slow phone.
 */
export function firstScreenOf({ product, tone, card }: PressedProduct, top: number): HTMLElement {
  const { name, unit, category, subCategory } = product
  /** Returns a copy of the card's element with `cardClass`, which is replaced by `pageClass`. */
  const copyOf = (cardClass: string | undefined, pageClass: string | undefined) => {
    const copy = card?.querySelector(`.${cardClass}`)?.cloneNode(true)
    if (copy instanceof Element) copy.classList.replace(String(cardClass), String(pageClass))
    return copy
  }
  const current = element('span', '', name)
  current.setAttribute('aria-current', 'page')
  const container = element(
    'div',
    containerClass,
    element(
      'div',
      breadcrumbStyles.breadcrumb,
      ...[shell.home, category.name, subCategory.name].map((text) =>
        element('span', breadcrumbStyles.link, text),
      ),
      current,
    ),
    element(
      'article',
      pageStyles.product,
      element(
        'div',
        galleryStyles.gallery,
        element(
          'div',
          galleryStyles.viewport,
          element(
            'ul',
            galleryStyles.pictures,
            element('li', '', copyOf(cardStyles.picture, galleryStyles.picture)),
          ),
          copyOf(cardStyles.priceTag, galleryStyles.priceTag),
        ),
      ),
      element(
        'div',
        '',
        element('h1', '', name),
        unit ? element('p', pageStyles.unit, unit) : undefined,
        element(
          'div',
          pageStyles.purchase,
          element(
            'div',
            '',
            copyOf(cardStyles.price, pageStyles.price),
            ...purchaseLines(product).map(({ text, kind }) => element('p', pageStyles[kind], text)),
          ),
        ),
      ),
    ),
  )
  container.inert = true
  if (tone) container.dataset.tone = tone
  const screen = element('div', styles.preview, container)
  screen.setAttribute('aria-hidden', 'true')
  screen.style.paddingTop = `${top}px`
  return screen
}

function element(
  tagName: string,
  className: string | undefined,
  ...children: (Node | string | undefined)[]
): HTMLElement {
  const node = document.createElement(tagName)
  if (className) node.className = className
  node.append(...children.filter((child) => child !== undefined))
  return node
}
