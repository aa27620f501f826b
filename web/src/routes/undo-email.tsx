import { createFileRoute } from '@tanstack/react-router'
import { UndoEmailPage } from '@/features/account/shop/undo-email-page'

export const Route = createFileRoute('/undo-email')({
  validateSearch: ({ code }): { code?: string } => ({ code: code ? String(code) : undefined }),
  component: Page,
})

function Page() {
  return <UndoEmailPage code={Route.useSearch().code} />
}
