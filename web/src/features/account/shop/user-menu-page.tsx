import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, LogOut, X } from 'lucide-react'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { isAdmin, userQuery } from '../api'
import { AuthRequired } from '../auth-required'
import { Avatar } from '../avatar'
import { texts } from '../texts'
import { accountLinks } from './account-links'
import { useLogOut } from './use-log-out'

/** The account menu as a page, for small screens. */
export function UserMenuPage() {
  useTitle(texts.myAccount)
  const loggedIn = useLoggedIn()
  return (
    <main className="wrap narrow" id="content" tabIndex={-1}>
      {loggedIn ? <AccountMenu /> : <AuthRequired />}
    </main>
  )
}

function AccountMenu() {
  const { data: user } = useQuery(userQuery(true))
  const logOut = useLogOut()
  return (
    <>
      <div className="page-h">
        <h1>{texts.myAccount}</h1>
        <Link to="/" className="iconbtn" aria-label={shell.close}>
          <X className="ic ic--l" />
        </Link>
      </div>
      <nav className="panel menu-list" aria-label={texts.myAccount}>
        <Link to="/dashboard/profile" className="menu-list__who">
          <Avatar name={user?.name ?? ''} avatar={user?.avatar ?? ''} />
          <span className="truncate">{user?.name || user?.mobile || texts.profile}</span>
          {isAdmin(user) && <span className="st st--wait">{texts.adminBadge}</span>}
          <ChevronRight className="ic menu__mark" />
        </Link>
        {accountLinks(user?.role).map(({ to, label, icon: Icon, narrowOnly }) => (
          <Link key={label} to={to} className={narrowOnly ? 'md:hidden' : ''}>
            <Icon className="ic" />
            {label}
            <ChevronRight className="ic menu__mark" />
          </Link>
        ))}
        <button type="button" disabled={logOut.isPending} onClick={() => logOut.mutate()}>
          <LogOut className="ic" />
          {texts.logOut}
        </button>
      </nav>
    </>
  )
}
