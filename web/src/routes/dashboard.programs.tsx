import { createFileRoute } from '@tanstack/react-router'
import { ProgramsPage } from '@/features/token/admin/programs-page'

export const Route = createFileRoute('/dashboard/programs')({
  component: ProgramsPage,
  staticData: { forAdministrator: true, leastRole: 'OWNER' },
})
