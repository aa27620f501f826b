import { createFileRoute } from '@tanstack/react-router'
import { CounterProblemsPage } from '@/features/counter/problems/counter-problems-page'

export const Route = createFileRoute('/dashboard/counter_/problems')({
  component: CounterProblemsPage,
  staticData: { minimumRole: 'PACKER' },
})
