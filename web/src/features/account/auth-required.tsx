import { Link, useLocation } from '@tanstack/react-router'
import { Lock, ShieldAlert } from 'lucide-react'
import { texts as shell } from '@/lib/texts'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { texts } from './texts'

/** In place of a page that needs a login: says so, with a login that comes back. */
export function AuthRequired() {
  return (
    <EmptyState
      icon={Lock}
      tone="indigo"
      level={1}
      title={shell.authenticationRequired}
      description={texts.authRequiredHint}
    >
      <LoginLink />
    </EmptyState>
  )
}

/** In place of a page of the shopkeeper's. */
export function NoPermission({ loggedIn }: { loggedIn: boolean }) {
  return (
    <EmptyState
      icon={ShieldAlert}
      tone="indigo"
      level={1}
      title={texts.noPermission}
      description={texts.noPermissionHint}
    >
      {loggedIn ? (
        <Link to="/" className={buttonClass()}>
          {shell.goToHome}
        </Link>
      ) : (
        <LoginLink />
      )}
    </EmptyState>
  )
}

/** In place of the cart and the checkout, which an administrator does not have. */
export function NotForAdmin() {
  return (
    <EmptyState
      icon={ShieldAlert}
      tone="indigo"
      level={1}
      title={texts.noPermission}
      description={texts.noCart}
    >
      <Link to="/dashboard" className={buttonClass()}>
        {texts.goToDashboard}
      </Link>
    </EmptyState>
  )
}

/** In place of a page that somebody's role of staff does not include. */
export function NotForRole() {
  return (
    <EmptyState
      icon={ShieldAlert}
      tone="indigo"
      level={1}
      title={texts.noPermission}
      description={texts.notForRole}
    >
      <Link to="/dashboard" className={buttonClass()}>
        {texts.today}
      </Link>
    </EmptyState>
  )
}

function LoginLink() {
  const { href } = useLocation()
  return (
    <Link to="/login" search={{ redirect: href }} className={buttonClass()}>
      {texts.login}
    </Link>
  )
}
