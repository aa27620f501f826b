import { createFileRoute } from '@tanstack/react-router'
import { SetupPage } from '@/features/settings/setup/setup-page'

export const Route = createFileRoute('/setup')({
  validateSearch: ({ token }): { token?: string } => ({ token: token ? String(token) : undefined }),
  component: Page,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function Page() {
  return <SetupPage token={Route.useSearch().token} />
}
