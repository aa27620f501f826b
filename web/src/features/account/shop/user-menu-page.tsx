import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, LogOut, X } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { Badge } from '@/ui/badge'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { pendingButton } from '@/ui/pending-button'
import { isAdmin, userQuery } from '../api'
import { AuthRequired } from '../auth-required'
import { Avatar } from '../avatar'
import { texts } from '../texts'
import { useAccountLinks } from './account-links'
import { useLogOut } from './use-log-out'
import styles from './user-menu-page.module.css'

/** The account menu as a page, for small screens. */
export function UserMenuPage() {
  useTitle(texts.myAccount)
  const loggedIn = useLoggedIn()
  return <Page className={styles.narrow}>{loggedIn ? <AccountMenu /> : <AuthRequired />}</Page>
}

function AccountMenu() {
  const { data: user } = useQuery(userQuery(true))
  const links = useAccountLinks()
  const logOut = useLogOut()
  return (
    <>
      <PageHeader title={texts.myAccount}>
        <Link to="/" className={iconButtonClass()} aria-label={sharedTexts.close}>
          <Icon icon={X} size="large" />
        </Link>
      </PageHeader>
      <nav className={classNames(panelClass(), styles.menu)} aria-label={texts.myAccount}>
        <Link to="/dashboard/profile" className={styles.profileLink}>
          <Avatar name={user?.name ?? ''} avatar={user?.avatar ?? ''} />
          <span className={styles.name}>{user?.name || user?.mobile || texts.profile}</span>
          {isAdmin(user) && <Badge tone="warning">{texts.adminBadge}</Badge>}
          <Icon icon={ChevronRight} className={styles.chevron} />
        </Link>
        {links.map(({ to, label, icon, narrowOnly, startsGroup }) => (
          <Link
            key={label}
            to={to}
            className={classNames(narrowOnly && styles.narrowOnly, startsGroup && styles.group)}
          >
            <Icon icon={icon} />
            {label}
            <Icon icon={ChevronRight} className={styles.chevron} />
          </Link>
        ))}
        <button
          type="button"
          {...pendingButton({ pending: logOut.isPending, onClick: () => logOut.mutate() })}
        >
          <Icon icon={LogOut} />
          {texts.logOut}
        </button>
      </nav>
    </>
  )
}
