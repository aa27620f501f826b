import { createFileRoute } from '@tanstack/react-router'
import { UploadPage } from '@/features/catalog/admin/upload-page'

export const Route = createFileRoute('/dashboard/uploadProduct')({
  component: UploadPage,
  staticData: { forAdministrator: true },
})
