import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isAdmin, userQuery } from '@/features/account/api'
import { ProfilePage } from '@/features/account/shop/profile-page'
import { OwnKhata } from '@/features/khata/shop/own-khata'

export const Route = createFileRoute('/dashboard/profile')({ component: Page })

function Page() {
  const { data: user } = useQuery(userQuery(true))
  return (
    <>
      <ProfilePage />
      {user && !isAdmin(user) && <OwnKhata />}
    </>
  )
}
