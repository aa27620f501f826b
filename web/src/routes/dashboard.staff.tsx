import { createFileRoute } from '@tanstack/react-router'
import { StaffPage } from '@/features/staff/admin/staff-page'

export const Route = createFileRoute('/dashboard/staff')({
  component: StaffPage,
  staticData: { minimumRole: 'OWNER' },
})
