import { createFileRoute } from '@tanstack/react-router'
import { ProgramsPage } from '@/features/token/admin/programs-page'
import { WebhookSection } from '@/features/webhook/admin/webhook-section'

export const Route = createFileRoute('/dashboard/programs')({
  component: () => <ProgramsPage webhooks={<WebhookSection />} />,
  staticData: { minimumRole: 'OWNER' },
})
