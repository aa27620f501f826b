import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banknote, CircleCheck, CircleX, PackageX, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { Price } from '@/ui/price'
import { type Product, productQuery, productRowQuery } from '../api'
import { useCategoryTones } from '../category-tones'
import { listingLink, wholeCategoryLink } from '../links'
import type { ProductSlots } from '../product-slots'
import { texts } from '../texts'
import { Breadcrumb } from './breadcrumb'
import { ProductGallery } from './product-gallery'
import { ProductRow } from './product-row'

/** One product: its pictures, price, stock, description and details, and similar products. */
export function ProductPage({ productId, slots }: { productId: string; slots: ProductSlots }) {
  const { data: product } = useSuspenseQuery(productQuery(productId))
  const tone = useCategoryTones()(product.category._id)
  const details = Object.entries(product.more_details ?? {})
  useTitle(product.name)
  return (
    <main className="wrap" id="content" tabIndex={-1} data-tone={tone}>
      <Breadcrumb current={product.name}>
        <Link {...wholeCategoryLink(product.category)}>{product.category.name}</Link>
        <Link {...listingLink(product.category, product.subCategory)}>{product.subCategory.name}</Link>
      </Breadcrumb>
      <article className="prod">
        <ProductGallery key={product._id} product={product} tone={tone} />
        <div>
          <h1>{product.name}</h1>
          <p className="prod__unit">{product.unit}</p>
          <Purchase product={product} action={slots(product).action} />
          <ul className="facts">
            <li>
              {product.stock > 0 ? <CircleCheck className="ic" /> : <CircleX className="ic ic--off" />}
              {product.stock > 0 ? texts.available(product.stock) : texts.outOfStockFact}
            </li>
            <li>
              <Truck className="ic" />
              {texts.freeDelivery}
            </li>
            <li>
              <Banknote className="ic" />
              {texts.cashOnDelivery}
            </li>
          </ul>
        </div>
        {product.discription && (
          <div className="prose">
            <h2>{texts.about}</h2>
            <p className="whitespace-pre-line">{product.discription}</p>
          </div>
        )}
        {details.length > 0 && (
          <div>
            <h2>{texts.details}</h2>
            <table className="spec">
              <tbody>
                {details.map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </article>
      <SimilarProducts product={product} slots={slots} />
    </main>
  )
}

function Purchase({ product, action }: { product: Product; action: ReactNode }) {
  return (
    <div className="prod__buy">
      <div>
        <Price product={product} />
        {product.discount > 0 && (
          <p className="save">{shell.youSave(formatRupees(toPaise(product.discount)))}</p>
        )}
      </div>
      {action}
    </div>
  )
}

const SIMILAR_LIMIT = 12

function SimilarProducts({ product, slots }: { product: Product; slots: ProductSlots }) {
  const { category, subCategory } = product
  const { data = [] } = useQuery(
    productRowQuery({ category: category._id, subCategory: subCategory._id }, SIMILAR_LIMIT + 1),
  )
  const others = data.filter(({ _id }) => _id !== product._id).slice(0, SIMILAR_LIMIT)
  if (others.length === 0) return null
  const seeAll = { name: subCategory.name, link: listingLink(category, subCategory) }
  return <ProductRow title={texts.similar} products={others} slots={slots} seeAll={seeAll} />
}

/** The page while it loads. */
export function ProductPending() {
  return (
    <main className="wrap" aria-busy="true">
      <span className="sk sk--crumbs" />
      <div className="prod">
        <span className="sk sk--pic prod__pic" />
        <div>
          <span className="sk sk--h2" />
          <span className="sk sk--t sk--w40" />
          <span className="sk sk--buy" />
        </div>
        <div>
          <span className="sk sk--t" />
          <span className="sk sk--t" />
          <span className="sk sk--t sk--w60" />
        </div>
      </div>
    </main>
  )
}

/** The page of a product that does not exist, or is no longer published. */
export function ProductNotFound() {
  useTitle(shell.notFoundTitle)
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <EmptyState
        icon={PackageX}
        tone="chilli"
        level={1}
        title={texts.productNotFound}
        description={texts.productNotFoundDescription}
      >
        <Link to="/" className="btn btn--main">
          {shell.goToHome}
        </Link>
      </EmptyState>
    </main>
  )
}
