import type { InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { opensElsewhere } from '@/lib/opens-elsewhere'
import { buttonClass } from '@/ui/button'
import type { productsQuery } from '../api'
import { useCategoryTones } from '../category-tones'
import { listingTexts as texts } from '../listing-texts'
import type { ProductSlots } from '../product-slots'
import { ProductCard } from './product-card'
import styles from './product-grid.module.css'

type Query = ReturnType<typeof useInfiniteQuery<ResultPage, Error, InfiniteData<ResultPage>>>
type ResultPage = Awaited<
  ReturnType<NonNullable<Exclude<ReturnType<typeof productsQuery>['queryFn'], symbol>>>
>

const EAGER_PICTURES = 6

type Props = { query: Query; slots: ProductSlots }

/** An infinite list of products. Each page of results has its own URL, linked for use without JavaScript. */
export function ProductGrid({ query, slots }: Props) {
  const { data, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, isFetchingNextPage } = query
  const list = useRef<HTMLUListElement>(null)
  const pages = data?.pages ?? []
  const firstPage = pages.at(0)?.page ?? 1
  const lastPage = pages.at(-1)?.page ?? 1
  usePageInUrl(list, pages)
  const sentinel = useNearViewport(() => !isFetchingNextPage && void fetchNextPage())

  return (
    <>
      {hasPreviousPage && (
        <PageLink page={firstPage - 1} onPress={() => void fetchPreviousPage()}>
          {texts.earlierProducts}
        </PageLink>
      )}
      <ul className={styles.grid} ref={list}>
        <Cards pages={data?.pages} slots={slots} />
      </ul>
      {hasNextPage && (
        <div ref={sentinel}>
          <PageLink page={lastPage + 1} onPress={() => void fetchNextPage()}>
            {texts.moreProducts}
          </PageLink>
        </div>
      )}
    </>
  )
}

type CardsProps = { pages: ResultPage[] | undefined; slots: ProductSlots }

/** The cards of all pages. Memoized: typing in the search field changes the query before its pages. */
const Cards = memo(function Cards({ pages = [], slots }: CardsProps) {
  const toneOf = useCategoryTones()
  return pages.map(({ page, products }, pageIndex) =>
    products.map((product, index) => (
      <ProductCard
        key={product._id}
        product={product}
        tone={toneOf(product.category._id)}
        headingLevel={2}
        eager={pageIndex === 0 && index < EAGER_PICTURES}
        page={index === 0 ? page : undefined}
        {...slots(product)}
      />
    )),
  )
})

function PageLink({ page, onPress, children }: { page: number; onPress: () => void; children: ReactNode }) {
  return (
    <p className={styles.pageLink}>
      <Link
        to="."
        search={(search) => ({ ...search, page: page > 1 ? page : undefined })}
        className={buttonClass({ variant: 'outline' })}
        preload={false}
        onClick={(event) => {
          if (opensElsewhere(event)) return
          event.preventDefault()
          onPress()
        }}
      >
        {children}
      </Link>
    </p>
  )
}

/** Calls `onNear` whenever the element comes within 1500 px of the viewport. */
function useNearViewport(onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latestOnNear = useRef(onNear)
  useEffect(() => {
    latestOnNear.current = onNear
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latestOnNear.current(), {
      rootMargin: '1500px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}

/** Keeps the URL's page number at the page in the viewport, so that a reload or a shared link returns to it. */
function usePageInUrl(list: RefObject<HTMLUListElement | null>, pages: ResultPage[]) {
  const navigate = useNavigate()
  useEffect(() => {
    if (pages.length < 2) return
    const firstCards = [...(list.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
    const observer = new IntersectionObserver(
      () => {
        // A removed card reports a rectangle of zeros.
        const aboveMiddle = firstCards.filter(
          (card) => card.isConnected && card.getBoundingClientRect().top < innerHeight / 2,
        )
        const page = Number((aboveMiddle.at(-1) ?? firstCards[0])?.dataset.page)
        void navigate({
          to: '.',
          search: (search) => ({ ...search, page: page > 1 ? page : undefined }),
          replace: true,
          resetScroll: false,
        })
      },
      { rootMargin: '0px 0px -50%' },
    )
    for (const card of firstCards) observer.observe(card)
    return () => observer.disconnect()
  }, [list, pages, navigate])
}
