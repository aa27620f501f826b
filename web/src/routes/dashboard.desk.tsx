import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DeskPage } from '@/features/order/admin/desk/desk-page'
import { deskSearch } from '@/features/order/admin/desk/desk-search'
import { PauseOrders } from '@/features/settings/admin/pause-orders'

export const Route = createFileRoute('/dashboard/desk')({
  validateSearch: deskSearch,
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

/** The desk stays mounted below an order's sheet, which is a child route. */
function Page() {
  return (
    <>
      <DeskPage search={Route.useSearch()} pause={<PauseOrders />} />
      <Outlet />
    </>
  )
}
