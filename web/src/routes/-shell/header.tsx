import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useMatchRoute } from '@tanstack/react-router'
import { House, User } from 'lucide-react'
import { isAdmin, userQuery } from '@/features/account/api'
import { AccountDropdown } from '@/features/account/shop/account-dropdown'
import { CartButton } from '@/features/cart/shop/cart-button'
import { SearchBar, SearchLink } from '@/features/catalog/shop/search-bar'
import { useLoggedIn } from '@/lib/session'
import { texts } from '@/lib/texts'
import { Logo } from '@/ui/logo'

/** The shop's shutter: logo, search, home, account and cart, ending in scallops. */
export function Header() {
  const searching = useMatchRoute()({ to: '/search' })
  // Home is where a login leads anyway.
  const here = useLocation({ select: ({ href }) => (href === '/' ? undefined : href) })
  const loggedIn = useLoggedIn()
  const { data: user } = useQuery(userQuery(loggedIn))
  return (
    <header className="top">
      <div className="wrap top__in">
        <Link to="/" className="top__logo" aria-label={texts.homeLink}>
          <Logo />
        </Link>
        <div className="top__find">{searching ? <SearchBar /> : <SearchLink />}</div>
        <nav className="top__acts" aria-label={texts.accountAndCart}>
          <Link to="/" className="top__btn" aria-label={texts.home}>
            <House className="ic" />
            <span>{texts.home}</span>
          </Link>
          {loggedIn ? (
            <>
              <Link to="/userMenu" className="top__btn md:hidden" aria-label={texts.account}>
                <User className="ic" />
              </Link>
              <AccountDropdown triggerClassName="top__btn" />
            </>
          ) : (
            <Link to="/login" search={{ redirect: here }} className="top__btn" aria-label={texts.login}>
              <User className="ic" />
              <span>{texts.login}</span>
            </Link>
          )}
          {!isAdmin(user) && <CartButton />}
        </nav>
      </div>
      <div className="valance" />
    </header>
  )
}
