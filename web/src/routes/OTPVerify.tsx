import { createFileRoute, redirect } from '@tanstack/react-router'
import { resetProgress } from '@/features/account/reset-progress'
import { OtpPage } from '@/features/account/shop/otp-page'
import { redirectSearch } from '@/lib/redirect-search'

export const Route = createFileRoute('/OTPVerify')({
  validateSearch: redirectSearch,
  beforeLoad: ({ search }) => {
    const progress = resetProgress.read()
    if (!progress) throw redirect({ to: '/forgot-password', search, replace: true })
    return { progress }
  },
  component: Page,
  staticData: { withoutFooter: true },
})

function Page() {
  return <OtpPage redirect={Route.useSearch().redirect} progress={Route.useRouteContext().progress} />
}
