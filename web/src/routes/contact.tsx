import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '@/features/settings/shop/contact-page'

export const Route = createFileRoute('/contact')({ component: ContactPage })
