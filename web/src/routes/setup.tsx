import { createFileRoute } from '@tanstack/react-router'
import { PriceListImport } from '@/features/catalog/price-list-import'
import { SetupPage } from '@/features/settings/setup/setup-page'

export const Route = createFileRoute('/setup')({
  validateSearch: ({ token }): { token?: string } => ({ token: token ? String(token) : undefined }),
  component: Page,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function Page() {
  return (
    <SetupPage
      token={Route.useSearch().token}
      listSlot={({ file, pieces, onImported }) => (
        <PriceListImport
          start={{ file, pieces }}
          onImported={({ imported, updated, unchanged }) => onImported(imported + updated + unchanged)}
        />
      )}
    />
  )
}
