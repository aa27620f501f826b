import type { InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAisles } from '../aisles'
import type { productsQuery } from '../api'
import { texts } from '../texts'
import { ProductCard } from './product-card'

type Query = ReturnType<typeof useInfiniteQuery<PageOfProducts, Error, InfiniteData<PageOfProducts>>>
type PageOfProducts = Awaited<
  ReturnType<NonNullable<Exclude<ReturnType<typeof productsQuery>['queryFn'], symbol>>>
>

const EAGER = 6

/** A list that grows as it is read. Each page has its own address, and a link to it for those without a script. */
export function ProductGrid({ query, children }: { query: Query; children?: ReactNode }) {
  const { data, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, isFetchingNextPage } = query
  const list = useRef<HTMLUListElement>(null)
  const aisleOf = useAisles()
  const pages = data?.pages ?? []
  const first = pages.at(0)?.page ?? 1
  const last = pages.at(-1)?.page ?? 1
  usePageInAddress(list, pages)
  const more = useComesIntoView(() => !isFetchingNextPage && void fetchNextPage())

  return (
    <>
      {hasPreviousPage && (
        <PageLink page={first - 1} onPress={() => void fetchPreviousPage()}>
          {texts.earlierProducts}
        </PageLink>
      )}
      <ul className="cards" ref={list}>
        {pages.map(({ page, products }, part) =>
          products.map((product, place) => (
            <ProductCard
              key={product._id}
              product={product}
              aisle={aisleOf(product.category._id)}
              level={2}
              eager={part === 0 && place < EAGER}
              page={place === 0 ? page : undefined}
            />
          )),
        )}
      </ul>
      {children}
      {hasNextPage && (
        <div ref={more}>
          <PageLink page={last + 1} onPress={() => void fetchNextPage()}>
            {texts.moreProducts}
          </PageLink>
        </div>
      )}
    </>
  )
}

function PageLink({ page, onPress, children }: { page: number; onPress: () => void; children: ReactNode }) {
  return (
    <p className="flex justify-center py-6">
      <Link
        to="."
        search={(search) => ({ ...search, page: page > 1 ? page : undefined })}
        className="btn btn--line"
        preload={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onPress()
        }}
      >
        {children}
      </Link>
    </p>
  )
}

/** Calls back each time the element is near the lower edge of what is seen. */
function useComesIntoView(onView: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onView)
  useEffect(() => {
    latest.current = onView
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '1500px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}

/** Keeps the address at the page being read, so that a reload or a shared link comes back to it. */
function usePageInAddress(list: React.RefObject<HTMLUListElement | null>, pages: PageOfProducts[]) {
  const navigate = useNavigate()
  useEffect(() => {
    if (pages.length < 2) return
    const starts = [...(list.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
    const observer = new IntersectionObserver(
      () => {
        // Other products may stand there by now; those that left are nowhere.
        const passed = starts.filter(
          (start) => start.isConnected && start.getBoundingClientRect().top < innerHeight / 2,
        )
        const page = Number((passed.at(-1) ?? starts[0])?.dataset.page)
        void navigate({
          to: '.',
          search: (search) => ({ ...search, page: page > 1 ? page : undefined }),
          replace: true,
          resetScroll: false,
        })
      },
      { rootMargin: '0px 0px -50%' },
    )
    for (const start of starts) observer.observe(start)
    return () => observer.disconnect()
  }, [list, pages, navigate])
}
