import { createFileRoute } from '@tanstack/react-router'
import { CounterPage } from '@/features/counter/screen/counter-page'

export const Route = createFileRoute('/dashboard/counter')({
  component: CounterPage,
  staticData: { minimumRole: 'PACKER', withRail: true },
})
