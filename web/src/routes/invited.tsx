import { createFileRoute } from '@tanstack/react-router'
import { InvitedPage } from '@/features/account/shop/invited-page'

export const Route = createFileRoute('/invited')({
  validateSearch: ({ token }): { token?: string } => ({ token: token ? String(token) : undefined }),
  component: Page,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function Page() {
  return <InvitedPage token={Route.useSearch().token} />
}
