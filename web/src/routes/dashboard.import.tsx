import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '@/features/catalog/admin/import/import-page'

export const Route = createFileRoute('/dashboard/import')({
  component: ImportPage,
  staticData: { minimumRole: 'MANAGER' },
})
