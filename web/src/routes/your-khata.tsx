import { createFileRoute } from '@tanstack/react-router'
import { KhataPage } from '@/features/khata/shop/khata-page'

export const Route = createFileRoute('/your-khata')({
  validateSearch: ({ token }): { token?: string } => ({ token: token ? String(token) : undefined }),
  component: Page,
})

function Page() {
  return <KhataPage token={Route.useSearch().token ?? ''} />
}
