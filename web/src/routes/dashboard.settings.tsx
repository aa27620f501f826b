import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '@/features/settings/admin/settings-page'
import { SECTIONS, type SectionName } from '@/features/settings/admin/settings-sections'

export const Route = createFileRoute('/dashboard/settings')({
  validateSearch: ({ section }): { section?: SectionName | 'none' } => {
    const known = [...SECTIONS, 'none' as const].find((name) => name === section)
    return known ? { section: known } : {}
  },
  component: Page,
  staticData: { forAdministrator: true },
})

function Page() {
  return <SettingsPage section={Route.useSearch().section} />
}
