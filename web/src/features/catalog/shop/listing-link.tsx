import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'
import { usePrefetchInView } from '@/lib/prefetch-in-view'
import { productsQuery } from '../api'
import { listingLink, listingScope } from '../links'

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'params' | 'search' | 'ref'> & {
  category: Parameters<typeof listingLink>[0]
  subCategory: Parameters<typeof listingLink>[1]
}

/** A link to a sub-category's products. Its first page is prefetched once the link is in view. */
export function ListingLink({ category, subCategory, ...props }: Props) {
  const queryClient = useQueryClient()
  const link = useRef<HTMLAnchorElement>(null)
  usePrefetchInView(link, () =>
    queryClient.prefetchInfiniteQuery({
      ...productsQuery(listingScope(category._id, subCategory._id)),
      retry: false,
      meta: { silent: true },
    }),
  )
  return <Link {...props} {...listingLink(category, subCategory)} ref={link} />
}
