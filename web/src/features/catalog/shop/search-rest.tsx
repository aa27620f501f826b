import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import teapot from '@/pictures/teapot.webp'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { categoriesQuery, type Listing, type Product, productRowQuery, productsQuery } from '../api'
import { useCategoryTones } from '../category-tones'
import { type ListingSearch, searchListing } from '../listing-search'
import { listingTexts as texts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import { AskShop } from './ask-shop'
import { CategoryTiles } from './category-tiles'
import { ProductCard } from './product-card'
import gridStyles from './product-grid.module.css'
import { ProductRow } from './product-row'
import pageStyles from './search-page.module.css'
import styles from './search-rest.module.css'
import { searchRestTexts } from './search-rest-texts'
import { QueryChips } from './search-suggestions'

const NEAREST_LIMIT = 6

type Props = {
  /** The first page of results. */
  first: {
    q: string
    totalCount: number
    alsoCount?: number
    nearest?: string[]
    sameShelf?: Product[]
  }
  filters: Omit<ListingSearch, 'page'>
  slots: ProductSlots
}

/** Shown below the results of a search, or in place of an empty result. */
export function SearchRest({ first, filters, slots }: Props) {
  const { q, totalCount, alsoCount = 0, nearest = [], sameShelf = [] } = first
  return (
    <>
      {totalCount === 0 && (
        <NoResults
          q={q}
          similarQueries={nearest}
          sameShelf={sameShelf}
          hasOthers={alsoCount > 0}
          slots={slots}
        />
      )}
      {alsoCount > 0 && <AlsoFound listing={searchListing(q, filters)} count={alsoCount} slots={slots} />}
    </>
  )
}

type NoResultsProps = {
  q: string
  similarQueries: string[]
  /** Products of the category that `q` suggests. */
  sameShelf: Product[]
  /** Whether products that `q` matches only by category follow. */
  hasOthers: boolean
  slots: ProductSlots
}

/** Alternatives for a search without results: products of the same category, similarly spelled words, else the categories. */
function NoResults({ q, similarQueries, sameShelf, hasOthers, slots }: NoResultsProps) {
  const [nearest] = similarQueries
  const { data: products = [] } = useQuery({
    ...productRowQuery({ q: nearest }, NEAREST_LIMIT),
    enabled: nearest !== undefined,
  })
  const { data: categories = [] } = useQuery(categoriesQuery)
  return (
    <>
      <EmptyState
        icon={teapot}
        tone="mint"
        title={texts.noProductsFound}
        description={
          !q
            ? texts.noneMatchFilters
            : sameShelf.length > 0
              ? searchRestTexts.sameShelf(q)
              : searchRestTexts.noneNamed(q)
        }
      >
        {q && <AskShop key={q} q={q} />}
      </EmptyState>
      {sameShelf.length > 0 && <Cards products={sameShelf} slots={slots} />}
      {nearest && <QueryChips title={searchRestTexts.didYouMean} icon={Search} queries={similarQueries} />}
      {nearest && products.length > 0 && (
        <ProductRow title={texts.resultsFor(nearest)} products={products} slots={slots} />
      )}
      {!nearest && !hasOthers && sameShelf.length === 0 && (
        <section aria-label={searchRestTexts.lookInCategories}>
          <h2 className={pageStyles.categories}>{searchRestTexts.lookInCategories}</h2>
          <CategoryTiles categories={categories} />
        </section>
      )}
    </>
  )
}

function Cards({ products, slots }: { products: Product[]; slots: ProductSlots }) {
  const toneOf = useCategoryTones()
  return (
    <ul className={gridStyles.grid}>
      {products.map((product) => (
        <ProductCard
          key={product._id}
          product={product}
          tone={toneOf(product.category._id)}
          headingLevel={3}
          {...slots(product)}
        />
      ))}
    </ul>
  )
}

type AlsoFoundProps = { listing: Listing; count: number; slots: ProductSlots }

/** Products that a search matches only by unit or category, below the matches by name. */
function AlsoFound({ listing, count, slots }: AlsoFoundProps) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(productsQuery({ ...listing, also: true }))
  return (
    <section aria-label={searchRestTexts.alsoFromShelf} className={styles.alsoFound}>
      <div className={styles.head}>
        <h2>{searchRestTexts.alsoFromShelf}</h2>
        <p>{texts.products(count)}</p>
      </div>
      <Cards products={data?.pages.flatMap(({ products }) => products) ?? []} slots={slots} />
      {hasNextPage && (
        <p className={styles.more}>
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            {texts.moreProducts}
          </Button>
        </p>
      )}
    </section>
  )
}
