import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banknote, CircleCheck, CircleX, PackageX, Truck } from 'lucide-react'
import { isAdmin, userQuery } from '@/features/account/api'
import { CartAction } from '@/features/cart/cart-action'
import { formatRupees, toPaise } from '@/lib/money'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { EmptyState } from '@/ui/empty-state'
import { Price } from '@/ui/price'
import { useAisles } from '../aisles'
import { fewProductsQuery, type Product, productQuery } from '../api'
import { listingLink, wholeCategoryLink } from '../links'
import { texts } from '../texts'
import { Breadcrumb } from './breadcrumb'
import { ProductPictures } from './product-pictures'
import { ProductRow } from './product-row'

/** One product: its pictures, price, stock, description and details, and what stands beside it. */
export function ProductPage({ productId }: { productId: string }) {
  const { data: product } = useSuspenseQuery(productQuery(productId))
  const aisle = useAisles()(product.category._id)
  const details = Object.entries(product.more_details ?? {})
  useTitle(product.name)
  return (
    <main className="wrap" id="content" tabIndex={-1} data-aisle={aisle}>
      <Breadcrumb here={product.name}>
        <Link {...wholeCategoryLink(product.category)}>{product.category.name}</Link>
        <Link {...listingLink(product.category, product.subCategory)}>{product.subCategory.name}</Link>
      </Breadcrumb>
      <article className="prod">
        <ProductPictures key={product._id} product={product} aisle={aisle} />
        <div>
          <h1>{product.name}</h1>
          <p className="prod__unit">{product.unit}</p>
          <Buy product={product} />
          <ul className="facts">
            <li>
              {product.stock > 0 ? <CircleCheck className="ic" /> : <CircleX className="ic ic--off" />}
              {product.stock > 0 ? texts.available(product.stock) : texts.outOfStockOnPage}
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
                {details.map(([name, text]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </article>
      <Similar product={product} />
    </main>
  )
}

function Buy({ product }: { product: Product }) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return (
    <div className="prod__buy">
      <div>
        <Price product={product} />
        {product.discount > 0 && (
          <p className="save">{shell.youSave(formatRupees(toPaise(product.discount)))}</p>
        )}
      </div>
      {!isAdmin(user) && <CartAction product={product} />}
    </div>
  )
}

const SIMILAR = 12

function Similar({ product }: { product: Product }) {
  const { category, subCategory } = product
  const { data = [] } = useQuery(
    fewProductsQuery({ category: category._id, subCategory: subCategory._id }, SIMILAR + 1),
  )
  const others = data.filter(({ _id }) => _id !== product._id).slice(0, SIMILAR)
  if (others.length === 0) return null
  const all = { of: subCategory.name, link: listingLink(category, subCategory) }
  return <ProductRow title={texts.similar} products={others} all={all} />
}

/** The page while it is on its way: the same boxes, empty. */
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

/** A product that is not, or no longer, in the shop. */
export function ProductNotFound() {
  useTitle(shell.notFoundTitle)
  return (
    <main className="wrap" id="content" tabIndex={-1}>
      <EmptyState
        sign={PackageX}
        aisle={5}
        level={1}
        title={texts.productNotFound}
        hint={texts.productNotFoundHint}
      >
        <Link to="/" className="btn btn--main">
          {shell.goToHome}
        </Link>
      </EmptyState>
    </main>
  )
}
