import { createFileRoute } from '@tanstack/react-router'
import { UserMenuPage } from '@/features/account/shop/user-menu-page'

export const Route = createFileRoute('/userMenu')({ component: UserMenuPage })
