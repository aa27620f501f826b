import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageNumbers } from './pagination'
import { texts } from './texts'

type Props = {
  page: number
  pages: number
  /** What of how much is shown. */
  text: string
}

/** Previous and next; the page stands in the address. */
export function Pager({ page, pages, text, children }: Props & { children?: ReactNode }) {
  return (
    <nav className="pager" aria-label={texts.pages}>
      <span className="pager__txt" role="status">
        {text}
      </span>
      <Step to={page - 1} possible={page > 1}>
        <ChevronLeft className="ic" />
        {texts.previous}
      </Step>
      {children}
      <Step to={page + 1} possible={page < pages}>
        {texts.next}
        <ChevronRight className="ic" />
      </Step>
    </nav>
  )
}

/** The same with the numbers of the pages. */
export function NumberedPager(props: Props) {
  return (
    <Pager {...props}>
      <span className="pager__nums">
        {pageNumbers(props.page, props.pages).map((number, index) =>
          number === 0 ? (
            <span key={`gap ${index}`} className="pg">
              …
            </span>
          ) : (
            <PageLink key={number} to={number} className="pg" current={number === props.page}>
              {number}
            </PageLink>
          ),
        )}
      </span>
    </Pager>
  )
}

function Step({ to, possible, children }: { to: number; possible: boolean; children: ReactNode }) {
  if (possible) {
    return (
      <PageLink to={to} className="btn btn--line btn--sm">
        {children}
      </PageLink>
    )
  }
  return (
    <button type="button" className="btn btn--line btn--sm" disabled>
      {children}
    </button>
  )
}

type PageLinkProps = { to: number; className: string; current?: boolean; children: ReactNode }

function PageLink({ to, className, current = false, children }: PageLinkProps) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, page: to > 1 ? to : undefined })}
      className={className}
      aria-current={current ? 'page' : undefined}
      // Else the router takes the first page's link, which names no page, for that of every page.
      activeOptions={{ exact: true, explicitUndefined: true }}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
