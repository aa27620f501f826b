import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { Banknote, CircleCheck, CircleX, Clock, MapPin, PackageX, Truck } from 'lucide-react'
import { servedPincodes } from '@/features/settings/served-pincodes'
import { useShop } from '@/features/settings/use-shop'
import { isMissing } from '@/lib/api'
import { formatPaperDay } from '@/lib/dates'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { Page } from '@/ui/page'
import { type Product, productQuery, SIMILAR_LIMIT, similarProductsQuery } from '../api'
import { useCategoryTones } from '../category-tones'
import { wholeCategory } from '../links'
import type { ProductSlots } from '../product-slots'
import { productTexts } from '../product-texts'
import { Breadcrumb } from './breadcrumb'
import { DietMark } from './diet-mark'
import { ListingLink } from './listing-link'
import { ProductBuyBox } from './product-buy-box'
import { ProductGallery } from './product-gallery'
import styles from './product-page.module.css'
import { ProductRow } from './product-row'

function availability({ stock, soldOutUntil }: Product): string {
  if (stock > 0) return productTexts.available(stock)
  if (!soldOutUntil) return productTexts.outOfStockFact
  return productTexts.backOn(formatPaperDay(soldOutUntil))
}

const PACKET = Object.entries(productTexts.packet) as [keyof typeof productTexts.packet, string][]

/** Returns the mandatory declarations of a packaged product, with their labels: Legal Metrology (Packaged Commodities) Rules, 2011. */
function packetFacts(product: Product): [string, string][] {
  const facts = PACKET.flatMap(([field, label]): [string, string][] => {
    const text = product[field]
    return text ? [[label, text]] : []
  })
  return facts[0] && product.unit ? [[productTexts.netQuantity, product.unit], ...facts] : facts
}

/** The translated labels of known details, by their stored names. */
const DETAIL_LABELS: Record<string, string> = { Brand: productTexts.brand, Type: productTexts.type }

/** One product: its pictures, price, stock, description and details, and similar products. */
export function ProductPage({ productId, slots }: { productId: string; slots: ProductSlots }) {
  const { data: product, error, dataUpdatedAt } = useSuspenseQuery(productQuery(productId))
  // The page was rendered from a cached list, but the product no longer exists.
  if (isMissing(error)) throw notFound()
  const tone = useCategoryTones()(product.category._id)
  const details = [...packetFacts(product), ...Object.entries(product.more_details ?? {})]
  const shop = useShop()
  const { pageAction, area } = slots(product)
  useTitle(product.name)
  return (
    <Page data-tone={tone}>
      <Breadcrumb current={product.name}>
        <ListingLink category={product.category} subCategory={wholeCategory(product.category)}>
          {product.category.name}
        </ListingLink>
        <ListingLink category={product.category} subCategory={product.subCategory}>
          {product.subCategory.name}
        </ListingLink>
      </Breadcrumb>
      <article className={styles.product}>
        {/* Data seeded by seed-product.ts has dataUpdatedAt 0. */}
        <ProductGallery key={product._id} product={product} tone={tone} listed={dataUpdatedAt === 0} />
        <div>
          <h1>{product.name}</h1>
          <p className={styles.unit}>
            <DietMark product={product} /> {product.unit}
          </p>
          <ProductBuyBox product={product} action={pageAction} />
          <ul className={styles.facts}>
            <li>
              {product.stock > 0 ? (
                <Icon icon={CircleCheck} />
              ) : (
                <Icon icon={CircleX} className={styles.outOfStock} />
              )}
              {availability(product)}
            </li>
            <li>
              <Icon icon={Truck} />
              {productTexts.freeDelivery}
            </li>
            {shop?.deliveryNote && (
              <li>
                <Icon icon={Clock} />
                {shop.deliveryNote}
              </li>
            )}
            {shop !== undefined && shop.pincodes.length > 0 && (
              <li>
                <Icon icon={MapPin} />
                <span>
                  {area} {servedPincodes(shop.pincodes)}
                </span>
              </li>
            )}
            <li>
              <Icon icon={Banknote} />
              {productTexts.cashOnDelivery}
            </li>
          </ul>
        </div>
        {product.discription && (
          <div className={styles.description}>
            <h2>{productTexts.about}</h2>
            <p>{product.discription}</p>
          </div>
        )}
        {details.length > 0 && (
          <div>
            <h2>{productTexts.details}</h2>
            <table className={styles.details}>
              <tbody>
                {details.map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row">{DETAIL_LABELS[name] ?? name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </article>
      <SimilarProducts product={product} slots={slots} />
    </Page>
  )
}

function SimilarProducts({ product, slots }: { product: Product; slots: ProductSlots }) {
  const { category, subCategory } = product
  const { data = [] } = useQuery(similarProductsQuery(product))
  const similar = data.filter(({ _id }) => _id !== product._id).slice(0, SIMILAR_LIMIT)
  if (similar.length === 0) return null
  return (
    <ProductRow
      title={productTexts.similar}
      products={similar}
      slots={slots}
      category={category}
      subCategory={subCategory}
    />
  )
}

/** The page of a product that does not exist or is not published. */
export function ProductNotFound() {
  useTitle(sharedTexts.notFoundTitle)
  return (
    <Page>
      <EmptyState
        icon={PackageX}
        tone="chilli"
        level={1}
        title={productTexts.productNotFound}
        description={productTexts.productNotFoundDescription}
      >
        <Link to="/" className={buttonClass()}>
          {sharedTexts.goToHome}
        </Link>
      </EmptyState>
    </Page>
  )
}
