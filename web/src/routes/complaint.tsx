import { createFileRoute } from '@tanstack/react-router'
import { ComplaintPage } from '@/features/complaint/shop/complaint-page'

export const Route = createFileRoute('/complaint')({ component: ComplaintPage })
