import { Link, useLocation } from '@tanstack/react-router'
import { Lock, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts as sharedTexts } from '@/lib/texts'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { menuTexts as texts } from './menu-texts'

/** Replaces a page that needs a login. The login link leads back to that page. */
export function AuthRequired() {
  return (
    <EmptyState
      icon={Lock}
      tone="indigo"
      level={1}
      title={sharedTexts.authenticationRequired}
      description={texts.authRequiredHint}
    >
      <LoginLink />
    </EmptyState>
  )
}

/** Replaces a page for staff if the user is a shopper or not logged in. */
export function NoPermission({ loggedIn }: { loggedIn: boolean }) {
  return (
    <Forbidden hint={texts.noPermissionHint}>
      {loggedIn ? (
        <Link to="/" className={buttonClass()}>
          {sharedTexts.goToHome}
        </Link>
      ) : (
        <LoginLink />
      )}
    </Forbidden>
  )
}

/** Replaces the cart and the checkout, which an administrator does not have. */
export function NotForAdmin() {
  return (
    <Forbidden hint={texts.noCart}>
      <Link to="/dashboard" className={buttonClass()}>
        {texts.goToDashboard}
      </Link>
    </Forbidden>
  )
}

/** Replaces a page that the user's staff role does not include. */
export function NotForRole() {
  return (
    <Forbidden hint={texts.notForRole}>
      <Link to="/dashboard" className={buttonClass()}>
        {texts.today}
      </Link>
    </Forbidden>
  )
}

/** The 403 page: the reason, and a link elsewhere. */
function Forbidden({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <EmptyState icon={ShieldAlert} tone="indigo" level={1} title={texts.noPermission} description={hint}>
      {children}
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
