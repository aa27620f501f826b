import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
import { Button, buttonClass } from './button'
import { Icon } from './icon'
import { pageNumbers } from './page-numbers'
import styles from './pager.module.css'

type Props = {
  page: number
  pages: number
  /** The range on display, such as "1–20 of 95". */
  summary: string
  /** Shows page numbers between Previous and Next. */
  numbered?: boolean
}

/** Links to the previous and next page of a list, through the search parameter `page`. */
export function Pager({ page, pages, summary, numbered = false }: Props) {
  return (
    <nav className={styles.pager} aria-label={texts.pages}>
      <span className={styles.summary} role="status">
        {summary}
      </span>
      <Step to={page - 1} enabled={page > 1}>
        <Icon icon={ChevronLeft} />
        {texts.previous}
      </Step>
      {numbered && <Numbers page={page} pages={pages} />}
      <Step to={page + 1} enabled={page < pages}>
        {texts.next}
        <Icon icon={ChevronRight} />
      </Step>
    </nav>
  )
}

function Numbers({ page, pages }: { page: number; pages: number }) {
  return (
    <span className={styles.numbers}>
      {pageNumbers(page, pages).map((number, index) =>
        number === 0 ? (
          <span key={index === 1 ? 'first gap' : 'last gap'} className={styles.number}>
            …
          </span>
        ) : (
          <PageLink key={number} to={number} className={styles.number} current={number === page}>
            {number}
          </PageLink>
        ),
      )}
    </span>
  )
}

function Step({ to, enabled, children }: { to: number; enabled: boolean; children: ReactNode }) {
  if (enabled) {
    return (
      <PageLink
        to={to}
        className={classNames(buttonClass({ variant: 'outline', size: 'small' }), styles.step)}
      >
        {children}
      </PageLink>
    )
  }
  return (
    <Button variant="outline" size="small" className={styles.step} disabled>
      {children}
    </Button>
  )
}

type PageLinkProps = { to: number; className: string | undefined; current?: boolean; children: ReactNode }

function PageLink({ to, className, current = false, children }: PageLinkProps) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, page: to > 1 ? to : undefined })}
      className={className}
      aria-current={current ? 'page' : undefined}
      // Otherwise the router marks the link to page 1, which has no `page` parameter, as active on every page.
      activeOptions={{ exact: true, explicitUndefined: true }}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
