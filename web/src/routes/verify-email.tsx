import { createFileRoute, useLocation } from '@tanstack/react-router'
import { VerifyEmailPage } from '@/features/account/shop/verify-email-page'

export const Route = createFileRoute('/verify-email')({
  validateSearch: ({ code }): { code?: string } => ({ code: code ? String(code) : undefined }),
  component: Page,
})

function Page() {
  const email = useLocation({ select: ({ state }) => state.email })
  return <VerifyEmailPage code={Route.useSearch().code} confirmed={email} />
}
