import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ForgotPasswordPage } from '@/features/account/shop/forgot-password-page'
import { redirectSearch } from '@/lib/redirect-search'

export const Route = createFileRoute('/forgot-password')({
  validateSearch: redirectSearch,
  component: Page,
  staticData: { withoutFooter: true },
})

function Page() {
  const email = useLocation({ select: ({ state }) => state.email })
  return <ForgotPasswordPage redirect={Route.useSearch().redirect} email={email} />
}
