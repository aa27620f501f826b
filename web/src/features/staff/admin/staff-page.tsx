import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { textStyles } from '@/ui/text-styles'
import { staffQuery } from '../api'
import { staffTexts } from '../texts'
import { RightsTable } from './rights-table'
import { StaffList } from './staff-list'
import styles from './staff-page.module.css'

const InviteDialog = lazyDialog(() => import('./invite-dialog'))

/** The staff: members and roles, invitations, and the roles' permissions. */
export function StaffPage() {
  useTitle(staffTexts.staff)
  const { data: members, error, refetch } = useQuery(staffQuery)
  const [inviting, setInviting] = useState<boolean>()
  const invited = members?.filter((member) => member.invited).length ?? 0
  return (
    <>
      <PageHeader title={staffTexts.staff}>
        {members && (
          <span className={textStyles.hint}>
            {invited > 0
              ? staffTexts.summary(members.length - invited, invited)
              : staffTexts.count(members.length)}
          </span>
        )}
        <Button icon={UserPlus} onClick={() => setInviting(true)}>
          {staffTexts.invite}
        </Button>
      </PageHeader>
      <div className={styles.columns}>
        {members ? (
          <StaffList members={members} />
        ) : error ? (
          <LoadingFailed reason={error} title={staffTexts.failedToLoad} retry={refetch} />
        ) : (
          <LinesSkeleton count={3} />
        )}
        <RightsTable />
      </div>
      {inviting !== undefined && <InviteDialog open={inviting} onClose={() => setInviting(false)} />}
    </>
  )
}
