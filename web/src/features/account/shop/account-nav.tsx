import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut, User } from 'lucide-react'
import { Icon } from '@/ui/icon'
import { pendingButton } from '@/ui/pending-button'
import { userQuery } from '../api'
import { Avatar } from '../avatar'
import { menuTexts as texts } from '../menu-texts'
import { useAccountLinks } from './account-links'
import styles from './account-nav.module.css'
import { useLogOut } from './use-log-out'

/** Links to the pages of the shopper's account, in a column next to the page. Phones show them at /userMenu. */
export function AccountNav() {
  const { data: user } = useQuery(userQuery(true))
  const links = useAccountLinks()
  const logOut = useLogOut()
  return (
    <nav className={styles.accountNav} aria-label={texts.myAccount}>
      <p className={styles.owner}>
        <Avatar name={user?.name ?? ''} avatar={user?.avatar ?? ''} />
        <span>
          {texts.myAccount}
          <br />
          <b className={styles.name}>{user?.name || user?.mobile || '\u00a0'}</b>
        </span>
      </p>
      <Link to="/dashboard/profile">
        <Icon icon={User} />
        {texts.profile}
      </Link>
      {links
        .filter(({ narrowOnly }) => !narrowOnly)
        .map(({ to, label, icon }) => (
          <Link key={label} to={to}>
            <Icon icon={icon} />
            {label}
          </Link>
        ))}
      <button type="button" {...pendingButton({ pending: logOut.isPending, onClick: () => logOut.mutate() })}>
        <Icon icon={LogOut} />
        {texts.logOut}
      </button>
    </nav>
  )
}
