import { createFileRoute } from '@tanstack/react-router'
import { AddressPage } from '@/features/address/shop/address-page'

export const Route = createFileRoute('/dashboard/address')({ component: AddressPage })
