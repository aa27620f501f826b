import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/features/account/shop/profile-page'

export const Route = createFileRoute('/dashboard/profile')({ component: ProfilePage })
