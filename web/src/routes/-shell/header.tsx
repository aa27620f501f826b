import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { ChevronDown, House, RefreshCw, User } from 'lucide-react'
import { Suspense } from 'react'
import { userQuery } from '@/features/account/api'
import { loadingTexts } from '@/features/account/loading-texts'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { CartButton } from '@/features/cart/shop/cart-button'
import { SearchBar, SearchLink } from '@/features/catalog/shop/search-bar'
import { classNames } from '@/lib/class-names'
import { lazyPart } from '@/lib/lazy-with-preload'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { headerButtonClass } from '@/ui/header-button'
import { Icon } from '@/ui/icon'
import { Logo } from '@/ui/logo'
import { containerClass } from '@/ui/page'
import { cartSlots } from './cart-slots'
import { DeliveryLine } from './delivery-line'
import styles from './header.module.css'

const AccountDropdown = lazyPart(
  () => import('@/features/account/shop/account-dropdown'),
  (module) => module.AccountDropdown,
)

/** A placeholder of the account menu's size until its chunk has loaded. */
function AccountButton() {
  return (
    <Link
      to="/userMenu"
      className={classNames(headerButtonClass, styles.wideOnly)}
      aria-label={texts.account}
    >
      <Icon icon={User} />
      <span>{texts.account}</span>
      <Icon icon={ChevronDown} size="small" />
    </Link>
  )
}

/** A link to the login with the current page as redirect. On a login page it passes that page's own redirect on. */
function LoginLink() {
  const redirect = useLocation({
    // A login leads home by default.
    select: ({ href, search }) => ('redirect' in search ? search.redirect : href === '/' ? undefined : href),
  })
  return (
    <Link to="/login" search={{ redirect }} className={headerButtonClass} aria-label={texts.login}>
      <Icon icon={User} />
      <span>{texts.login}</span>
    </Link>
  )
}

/** The header of every page: logo, search, home, account and cart. */
export function Header() {
  const searching = useMatches({ select: (matches) => matches.at(-1)?.routeId === '/search' })
  const loggedIn = useLoggedIn()
  const isAdmin = useIsAdmin()
  const { data: user, isError, refetch } = useQuery(userQuery(loggedIn))
  // Tokens without a loaded user: there is no user whose menu or cart could be shown.
  const accountMissing = loggedIn && isError && !user
  return (
    <header className={styles.header}>
      <div className={classNames(containerClass, styles.inner)}>
        <div className={styles.shop}>
          <Link to="/" className={styles.home}>
            <Logo />
          </Link>
          {!isAdmin && <DeliveryLine />}
        </div>
        <div className={styles.search}>{searching ? <SearchBar /> : <SearchLink />}</div>
        <nav className={styles.actions} aria-label={texts.accountAndCart}>
          <Link to="/" className={headerButtonClass} aria-label={texts.home}>
            <Icon icon={House} />
            <span>{texts.home}</span>
          </Link>
          {accountMissing ? (
            <button type="button" className={headerButtonClass} onClick={() => void refetch()}>
              <Icon icon={RefreshCw} />
              <span>{loadingTexts.retryAccount}</span>
            </button>
          ) : loggedIn ? (
            <>
              <Link
                to="/userMenu"
                className={classNames(headerButtonClass, styles.narrowOnly)}
                aria-label={texts.account}
              >
                <Icon icon={User} />
              </Link>
              <Suspense fallback={<AccountButton />}>
                <AccountDropdown />
              </Suspense>
            </>
          ) : (
            <LoginLink />
          )}
          {!isAdmin && !accountMissing && <CartButton slots={cartSlots} />}
        </nav>
      </div>
      <div className={styles.scallops} />
    </header>
  )
}
