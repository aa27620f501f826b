import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Mail, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { STAFF_ROLES, type StaffRole, userQuery } from '@/features/account/api'
import { Avatar } from '@/features/account/avatar'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { DAY_MS } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { panelClass } from '@/ui/panel'
import { pendingButton } from '@/ui/pending-button'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { invite, removeStaff, type StaffMember, setStaffRole, staffQuery } from '../api'
import { staffTexts } from '../texts'
import styles from './staff-list.module.css'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))
const LinkDialog = lazyDialog(() => import('./link-dialog'))

/** The action that awaits confirmation. */
type PendingConfirmation = { open: boolean; member: StaffMember; role?: StaffRole }

/** The members of staff with their roles, then the invitations. */
export function StaffList({ members }: { members: StaffMember[] }) {
  const [confirmation, setConfirmation] = useState<PendingConfirmation>()
  const soleOwner = soleOwnerOf(members)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey })
  const fold = () => setConfirmation((before) => before && { ...before, open: false })
  const confirmed = useConfirmedCall()
  const action = useMutation({
    mutationFn: ({ member: { _id }, role }: PendingConfirmation) =>
      confirmed.run((password) =>
        role ? setStaffRole({ _id, staffRole: role, password }) : removeStaff(_id, password),
      ),
    onSuccess: (_, { member, role }) => {
      notify.success(
        role ? staffTexts.roleChanged(member.name, staffTexts.role[role]) : staffTexts.removed(member.name),
      )
      return refresh()
    },
    onError: (reason, { role }) =>
      toastError(reason, { fallback: role ? staffTexts.roleFailed : staffTexts.removeFailed }),
    onSettled: fold,
  })
  return (
    <>
      <ul className={panelClass()} aria-label={staffTexts.people}>
        {members.map((member) =>
          member.invited ? (
            <InvitedMember key={member._id} member={member} onChanged={refresh} />
          ) : (
            <Member
              key={member._id}
              member={member}
              onRole={(role) => setConfirmation({ open: true, member, role })}
              onRemove={member === soleOwner ? undefined : () => setConfirmation({ open: true, member })}
            />
          ),
        )}
      </ul>
      {confirmation && (
        <ConfirmDialog
          open={confirmation.open}
          title={
            confirmation.role
              ? staffTexts.roleTitle(confirmation.member.name, staffTexts.role[confirmation.role])
              : staffTexts.remove(confirmation.member.name)
          }
          question={
            confirmation.role ? staffTexts.roleQuestion : staffTexts.removeQuestion(confirmation.member.name)
          }
          answers={confirmation.role ? staffTexts.roleAnswers : staffTexts.removeAnswers}
          busy={action.isPending}
          onCancel={fold}
          onConfirm={() => action.mutate(confirmation)}
        />
      )}
      {confirmed.dialog}
    </>
  )
}

/** Returns the only owner, whom the server refuses to remove; undefined if there are several. */
function soleOwnerOf(members: StaffMember[]): StaffMember | undefined {
  const owners = members.filter(
    ({ invited, staffRole, status }) => !invited && staffRole === 'OWNER' && status === 'Active',
  )
  return owners.length === 1 ? owners[0] : undefined
}

type MemberProps = {
  member: StaffMember
  onRole: (role: StaffRole) => void
  /** Undefined for a member who cannot be removed. */
  onRemove?: () => void
}

function Member({ member, onRole, onRemove }: MemberProps) {
  const { data: user } = useQuery(userQuery(true))
  const self = user?._id === member._id
  const details = [
    member.email,
    self && staffTexts.thisIsYou,
    !onRemove && staffTexts.onlyOwner,
    member.status !== 'Active' && staffTexts.suspended,
  ]
  return (
    <li className={styles.member} data-member={member.email}>
      <Avatar name={member.name} avatar="" />
      <span className={styles.who}>
        <b>{member.name}</b>
        <span className={textStyles.caption}>{details.filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.role}>
        {self ? (
          <Badge tone="accent" icon={KeyRound}>
            {staffTexts.role[member.staffRole]}
          </Badge>
        ) : (
          <FilterSelect
            name="staffRole"
            label={staffTexts.roleOf(member.name)}
            value={member.staffRole}
            options={roleLabels}
            onSelect={(value) => {
              const role = STAFF_ROLES.find((known) => known === value)
              if (role) onRole(role)
            }}
          />
        )}
      </span>
      {onRemove && (
        <IconButton
          label={staffTexts.remove(member.name)}
          icon={Trash2}
          variant="danger"
          onClick={onRemove}
          className={styles.remove}
        />
      )}
    </li>
  )
}

const roleLabels: Record<string, string> = Object.fromEntries(
  STAFF_ROLES.map((role) => [role, staffTexts.role[role]]),
)

function InvitedMember({ member, onChanged }: { member: StaffMember; onChanged: () => Promise<unknown> }) {
  const [link, setLink] = useState<{ open: boolean; path: string }>()
  const { email, staffRole, expiresAt } = member
  const days = Math.max(1, Math.ceil((Date.parse(expiresAt ?? '') - Date.now()) / DAY_MS))
  const confirmed = useConfirmedCall()
  const inviteAgain = useMutation({
    mutationFn: () => confirmed.run((password) => invite({ email, staffRole, password })),
    onSuccess: ({ link: path }) => {
      if (path) setLink({ open: true, path })
      else notify.success(staffTexts.sent(email))
      return onChanged()
    },
    onError: (reason) => toastError(reason, { fallback: staffTexts.inviteFailed }),
  })
  const withdraw = useMutation({
    mutationFn: (_id: string) => confirmed.run((password) => removeStaff(_id, password)),
    onSuccess: () => {
      notify.success(staffTexts.withdrawn)
      return onChanged()
    },
    onError: (reason) => toastError(reason, { fallback: staffTexts.removeFailed }),
  })
  return (
    <li className={styles.member} data-member={email}>
      <span className={styles.mail}>
        <Icon icon={Mail} />
      </span>
      <span className={styles.who}>
        <b>{email}</b>
        <span className={textStyles.caption}>{staffTexts.invited(staffTexts.role[staffRole], days)}</span>
      </span>
      <span className={styles.role}>
        <button
          type="button"
          className={textLinkClass}
          {...pendingButton({ pending: inviteAgain.isPending, onClick: () => inviteAgain.mutate() })}
          aria-label={staffTexts.newLink(email)}
        >
          {staffTexts.sendAgain}
        </button>
      </span>
      <IconButton
        label={staffTexts.withdraw(email)}
        icon={X}
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate(member._id)}
        className={styles.remove}
      />
      {link && (
        <LinkDialog
          open={link.open}
          email={email}
          path={link.path}
          onClose={() => setLink({ ...link, open: false })}
        />
      )}
      {confirmed.dialog}
    </li>
  )
}
