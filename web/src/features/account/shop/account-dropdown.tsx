import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, LogOut, User } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLoggedIn } from '@/lib/session'
import { texts as shell } from '@/lib/texts'
import { isAdmin, userQuery } from '../api'
import { texts } from '../texts'
import { accountLinks } from './account-links'
import { useLogOut } from './use-log-out'

/** The header's account menu on wide screens: a button that unfolds links, and folds when the focus leaves. */
export function AccountDropdown() {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const logOut = useLogOut()
  const list = useId()
  const close = () => setOpen(false)

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) close()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its button and links do
    <div className="relative max-md:hidden" onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="top__btn"
        aria-label={shell.account}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <User className="ic" />
        <span>{shell.account}</span>
        <ChevronDown className="ic ic--s" />
      </button>
      <div id={list} className="menu menu--account" hidden={!open}>
        <div className="menu__head">
          <p>{texts.myAccount}</p>
          {isAdmin(user) && <span className="st st--wait">{texts.adminBadge}</span>}
        </div>
        <Link to="/dashboard/profile" className="menu__item" onClick={close}>
          <User className="ic" />
          <span className="truncate">{user?.name || user?.mobile || texts.profile}</span>
          <ChevronRight className="ic ic--s menu__mark" />
        </Link>
        {accountLinks(user?.role)
          .filter(({ narrowOnly }) => !narrowOnly)
          .map(({ to, label, icon: Icon }) => (
            <Link key={label} to={to} className="menu__item" onClick={close}>
              <Icon className="ic" />
              {label}
            </Link>
          ))}
        <button type="button" className="menu__item" onClick={() => logOut.mutate()}>
          <LogOut className="ic" />
          {texts.logOut}
        </button>
      </div>
    </div>
  )
}
