import { createFileRoute } from '@tanstack/react-router'
import { SECTIONS, type SectionName } from '@/features/settings/admin/section-names'
import { SettingsPage } from '@/features/settings/admin/settings-page'

export const Route = createFileRoute('/dashboard/settings')({
  validateSearch: ({ section }): { section?: SectionName | 'none' } => ({
    section: [...SECTIONS, 'none' as const].find((name) => name === section),
  }),
  component: Page,
  staticData: { minimumRole: 'PACKER' },
})

function Page() {
  return <SettingsPage section={Route.useSearch().section} />
}
