import { createFileRoute } from '@tanstack/react-router'
import { WrittenPage } from '@/features/settings/shop/written-page'

export const Route = createFileRoute('/terms')({ component: () => <WrittenPage name="terms" /> })
