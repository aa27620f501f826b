import { Link } from '@tanstack/react-router'
import { House, LayoutDashboard, Menu, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccountDropdown } from '@/features/account/shop/account-dropdown'
import { accountLinks } from '@/features/account/shop/account-links'
import { texts } from '@/features/account/texts'
import { texts as shell } from '@/lib/texts'
import { Logo } from '@/ui/logo'
import '@/admin.css'

/** What stands around every page of the shopkeeper's. */
export function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="adm">
      <header className="adm__top">
        <Link to="/" className="top__logo" aria-label={shell.homeLink}>
          <Logo />
        </Link>
        <span className="st">{texts.adminBadge}</span>
        <Link to="/" className="top__btn" aria-label={texts.seeTheShop}>
          <House className="ic" />
          <span>{texts.seeTheShop}</span>
        </Link>
        <Link to="/userMenu" className="top__btn md:hidden" aria-label={shell.account}>
          <User className="ic" />
        </Link>
        <AccountDropdown triggerClassName="top__btn" />
      </header>
      <nav className="adm__nav" aria-label={texts.administration}>
        <Link to="/dashboard" activeOptions={{ exact: true }}>
          <LayoutDashboard className="ic" />
          {texts.today}
        </Link>
        {/* What is used all day comes first here, last in the account menu. */}
        {accountLinks('ADMIN')
          .toReversed()
          .map(({ to, label, short, icon: Icon, wideOnly }) => (
            <Link key={to} to={to} className={wideOnly ? 'only-wide' : undefined}>
              <Icon className="ic" />
              {short && <span className="md:hidden">{short}</span>}
              <span className={short && 'max-md:hidden'}>{label}</span>
            </Link>
          ))}
        {/* The account menu has the rest. */}
        <Link to="/userMenu" className="md:hidden">
          <Menu className="ic" />
          {texts.more}
        </Link>
      </nav>
      <main className="adm__main" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
