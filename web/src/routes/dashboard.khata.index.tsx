import { createFileRoute } from '@tanstack/react-router'
import { KhataPage } from '@/features/khata/admin/khata-page'
import { khataSearch } from '@/features/khata/khata-search'

export const Route = createFileRoute('/dashboard/khata/')({
  validateSearch: khataSearch,
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <KhataPage search={Route.useSearch()} />
}
