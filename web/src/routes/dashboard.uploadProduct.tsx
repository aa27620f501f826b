import { createFileRoute } from '@tanstack/react-router'
import { UploadProductPage } from '@/features/catalog/admin/product/upload-product-page'

export const Route = createFileRoute('/dashboard/uploadProduct')({
  component: UploadProductPage,
  staticData: { minimumRole: 'MANAGER' },
})
