import { createFileRoute } from '@tanstack/react-router'
import { PhoneOrderPage } from '@/features/order/admin/phone/phone-order-page'

export const Route = createFileRoute('/dashboard/phone-order')({
  component: PhoneOrderPage,
  staticData: { minimumRole: 'PACKER' },
})
