import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut, User } from 'lucide-react'
import { userQuery } from '../api'
import { Avatar } from '../avatar'
import { texts } from '../texts'
import { accountLinks } from './account-links'
import { useLogOut } from './use-log-out'

/** The shopper's pages inline the one that is open; on phones /userMenu does this. */
export function AccountNav() {
  const { data: user } = useQuery(userQuery(true))
  const logOut = useLogOut()
  return (
    <nav className="acct__nav" aria-label={texts.myAccount}>
      <p>
        <Avatar name={user?.name ?? ''} avatar={user?.avatar ?? ''} />
        <span className="min-w-0">
          {texts.myAccount}
          <br />
          <b className="block truncate">{user?.name || user?.mobile || '\u00a0'}</b>
        </span>
      </p>
      <Link to="/dashboard/profile">
        <User className="ic" />
        {texts.profile}
      </Link>
      {accountLinks(user?.role)
        .filter(({ narrowOnly }) => !narrowOnly)
        .map(({ to, label, icon: Icon }) => (
          <Link key={label} to={to}>
            <Icon className="ic" />
            {label}
          </Link>
        ))}
      <button type="button" disabled={logOut.isPending} onClick={() => logOut.mutate()}>
        <LogOut className="ic" />
        {texts.logOut}
      </button>
    </nav>
  )
}
