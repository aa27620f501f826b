import { createFileRoute, redirect } from '@tanstack/react-router'
import { resetProgress } from '@/features/account/reset-progress'
import { ResetPasswordPage } from '@/features/account/shop/reset-password-page'
import { redirectSearch } from '@/lib/redirect-search'

export const Route = createFileRoute('/ResetPassword')({
  validateSearch: redirectSearch,
  beforeLoad: ({ search }) => {
    const progress = resetProgress.read()
    if (!progress?.verified) throw redirect({ to: '/forgot-password', search, replace: true })
    return { email: progress.email }
  },
  component: Page,
  staticData: { withoutFooter: true },
})

function Page() {
  return <ResetPasswordPage redirect={Route.useSearch().redirect} email={Route.useRouteContext().email} />
}
