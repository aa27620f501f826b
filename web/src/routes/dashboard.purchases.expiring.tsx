import { createFileRoute } from '@tanstack/react-router'
import { ExpiringPage } from '@/features/purchase/admin/expiring-page'

/** Returns the search of an address: any number of days within a year. */
function expiringSearch({ days }: Record<string, unknown>): { days?: number } {
  const number = Number(days)
  return {
    days: days !== undefined && Number.isInteger(number) && number >= 0 && number <= 365 ? number : undefined,
  }
}

export const Route = createFileRoute('/dashboard/purchases/expiring')({
  validateSearch: expiringSearch,
  component: Page,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})

function Page() {
  return <ExpiringPage days={Route.useSearch().days} />
}
