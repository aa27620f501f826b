import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, LogOut, User } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { useLoggedIn } from '@/lib/session'
import { texts as sharedTexts } from '@/lib/texts'
import { Badge } from '@/ui/badge'
import { headerButtonClass } from '@/ui/header-button'
import { Icon } from '@/ui/icon'
import { Menu, menuItemClass } from '@/ui/menu'
import { isAdmin, userQuery } from '../api'
import { menuTexts as texts } from '../menu-texts'
import styles from './account-dropdown.module.css'
import { useAccountLinks } from './account-links'
import { useLogOut } from './use-log-out'

/** The header's account menu on wide screens. */
export function AccountDropdown() {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const links = useAccountLinks()
  const logOut = useLogOut()
  return (
    <Menu
      label={sharedTexts.account}
      className={styles.wideOnly}
      triggerClassName={headerButtonClass}
      trigger={
        <>
          <Icon icon={User} />
          <span>{sharedTexts.account}</span>
          <Icon icon={ChevronDown} size="small" />
        </>
      }
    >
      {(close) => (
        <>
          <div className={styles.head}>
            <p>{texts.myAccount}</p>
            {isAdmin(user) && <Badge tone="warning">{texts.adminBadge}</Badge>}
          </div>
          <Link to="/dashboard/profile" className={menuItemClass} onClick={close}>
            <Icon icon={User} />
            <span className={styles.name}>{user?.name || user?.mobile || texts.profile}</span>
            <Icon icon={ChevronRight} size="small" className={styles.chevron} />
          </Link>
          {links
            .filter(({ narrowOnly }) => !narrowOnly)
            .map(({ to, label, icon, startsGroup }) => (
              <Link
                key={label}
                to={to}
                className={classNames(menuItemClass, startsGroup && styles.group)}
                onClick={close}
              >
                <Icon icon={icon} />
                {label}
              </Link>
            ))}
          <button type="button" className={menuItemClass} onClick={() => logOut.mutate()}>
            <Icon icon={LogOut} />
            {texts.logOut}
          </button>
        </>
      )}
    </Menu>
  )
}
