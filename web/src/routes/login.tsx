import { createFileRoute, useLocation } from '@tanstack/react-router'
import { LoginPage } from '@/features/account/shop/login-page'
import { redirectSearch } from '@/lib/redirect-search'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email typed on the previous page. */
    email?: string
  }
}

export const Route = createFileRoute('/login')({
  validateSearch: redirectSearch,
  component: Page,
  staticData: { withoutFooter: true },
})

function Page() {
  const email = useLocation({ select: ({ state }) => state.email })
  return <LoginPage redirect={Route.useSearch().redirect} email={email} />
}
