import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { House, LayoutDashboard, Menu, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { userQuery } from '@/features/account/api'
import { menuTexts as texts } from '@/features/account/menu-texts'
import { AccountDropdown } from '@/features/account/shop/account-dropdown'
import { sideLinks } from '@/features/account/shop/account-links'
import { SearchLink } from '@/features/catalog/shop/search-bar'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { headerButtonClass } from '@/ui/header-button'
import { Icon } from '@/ui/icon'
import { Logo } from '@/ui/logo'
import styles from './admin-frame.module.css'
import { DeskLink } from './desk-link'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shows the section bar narrow at every width and hides it on phones, where the page has its own bar at the foot. */
    withRail?: boolean
  }
}

/** The frame of all administration pages. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const withRail = useMatches({ select: (matches) => matches.at(-1)?.staticData.withRail })
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return (
    <div className={classNames(styles.frame, withRail && styles.rail)}>
      <header className={styles.header}>
        <Link to="/" className={styles.home}>
          <Logo className={styles.logo} />
        </Link>
        <span className={styles.badge}>{texts.adminBadge}</span>
        <div className={styles.search}>
          <SearchLink />
        </div>
        <Link to="/" className={headerButtonClass} aria-label={texts.seeTheShop}>
          <Icon icon={House} />
          <span>{texts.seeTheShop}</span>
        </Link>
        <Link
          to="/userMenu"
          className={classNames(headerButtonClass, styles.narrowOnly)}
          aria-label={sharedTexts.account}
        >
          <Icon icon={User} />
        </Link>
        <AccountDropdown />
      </header>
      <nav className={styles.nav} aria-label={texts.administration}>
        <Link to="/dashboard" activeOptions={{ exact: true }}>
          <Icon icon={LayoutDashboard} />
          {texts.today}
        </Link>
        <DeskLink>
          <span className={styles.narrowOnly}>{texts.orders}</span>
          <span className={styles.wideOnly}>{texts.desk}</span>
        </DeskLink>
        {sideLinks(user).map(({ to, label, icon, inBar }) => (
          <Link key={to} to={to} className={inBar ? undefined : styles.wideOnly}>
            <Icon icon={icon} />
            {label}
          </Link>
        ))}
        {/* The account menu has the remaining links. */}
        <Link to="/userMenu" className={styles.narrowOnly}>
          <Icon icon={Menu} />
          {texts.more}
        </Link>
      </nav>
      <main className={styles.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
