import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@/features/account/shop/register-page'
import { PageLinks } from '@/features/settings/page-links'
import { texts } from '@/features/settings/texts'
import { redirectSearch } from '@/lib/redirect-search'

export const Route = createFileRoute('/register')({
  validateSearch: redirectSearch,
  component: Page,
  staticData: { withoutFooter: true },
})

function Page() {
  return (
    <RegisterPage
      redirect={Route.useSearch().redirect}
      notice={<PageLinks before={texts.readFirst} pages={['privacy', 'terms']} />}
    />
  )
}
