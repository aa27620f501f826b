import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '@/features/account/shop/join-page'

export const Route = createFileRoute('/join')({
  validateSearch: ({ token }): { token?: string } => ({ token: token ? String(token) : undefined }),
  component: Page,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function Page() {
  return <JoinPage token={Route.useSearch().token} />
}
