import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/features/account/shop/profile-page'
import { useIsAdmin } from '@/features/account/use-is-admin'
import { OwnKhata } from '@/features/khata/shop/own-khata'

export const Route = createFileRoute('/dashboard/profile')({ component: Page })

function Page() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <ProfilePage />
      {!isAdmin && <OwnKhata />}
    </>
  )
}
