import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/lib/api'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { stack } from '@/ui/stack'
import { isAdmin, type User, userQuery } from '../api'
import { Avatar } from '../avatar'
import { updateUser } from '../calls'
import { useConfirmedCall } from '../confirmed-call'
import { profileSchema } from '../schemas'
import { texts } from '../texts'
import { DataPanel } from './data-panel'
import { LoginsPanel } from './logins-panel'
import { PasskeysPanel } from './passkeys-panel'
import { PasswordPanel } from './password-panel'
import styles from './profile-page.module.css'
import { SecondFactorPanel } from './second-factor-panel'
import { UnconfirmedEmail } from './unconfirmed-email'

const FIELDS = ['name', 'email', 'mobile'] as const

type ProfileValues = Record<(typeof FIELDS)[number], string>

const AvatarDialog = lazyDialog(() => import('./avatar-dialog'))

/** The user's name, email, mobile and picture, and their sessions. */
export function ProfilePage() {
  useTitle(texts.profile)
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    ...userQuery(true),
    // The user may have opened the confirmation link in another tab.
    refetchOnWindowFocus: ({ state: { data } }) =>
      data && (data.pendingEmail || !data.verify_email) ? 'always' : true,
  })
  return (
    <>
      <PageHeader title={texts.profile} />
      {user ? (
        <>
          <Panel padded className={styles.profile}>
            <AvatarSection user={user} />
            <ProfileForm user={user} />
          </Panel>
          <PasswordPanel email={user.email} />
          {isAdmin(user) && <SecondFactorPanel />}
          {isAdmin(user) && <PasskeysPanel />}
          <LoginsPanel />
          <DataPanel mayDelete={!isAdmin(user)} />
        </>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={3} />
      )}
    </>
  )
}

function AvatarSection({ user }: { user: User }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <div className={styles.avatar}>
      <Avatar name={user.name} avatar={user.avatar} large />
      <Button variant="outline" size="small" icon={Camera} onClick={() => setOpen(true)}>
        {texts.changeProfile}
      </Button>
      {open !== undefined && <AvatarDialog open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ProfileForm({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { name, email, mobile } = user
  const confirmed = useConfirmedCall()
  const form = useServerForm({
    schema: profileSchema,
    values: { name, email, mobile },
    resetOptions: { keepDirtyValues: true },
    submit: (values) => confirmed.run((password) => updateUser({ ...values, password })),
    onSuccess: ({ data, message }, sent) => {
      // The server may respond without data.
      const changed = { ...sent, ...data, pendingEmail: data?.pendingEmail }
      queryClient.setQueryData(userQuery(true).queryKey, (before) => before && { ...before, ...changed })
      showSaved(sent, changed)
      notify.success(message)
    },
    messages: { fallback: texts.updateFailed },
    fieldOf: (error) =>
      error instanceof ApiError && error.status === 409 ? { name: 'email', focus: true } : undefined,
  })
  // An unconfirmed new email leaves the field; values typed while saving stay.
  const showSaved = (sent: ProfileValues, saved: ProfileValues) => {
    for (const field of FIELDS) {
      if (form.getValues(field) === sent[field]) form.resetField(field, { defaultValue: saved[field] })
    }
  }
  return (
    <form className={stack.form} noValidate onSubmit={form.onSubmit}>
      <Field label={texts.name} autoComplete="name" required {...form.field('name')} />
      <Field label={texts.email} type="email" autoComplete="email" required {...form.field('email')} />
      <UnconfirmedEmail user={user} />
      <Field
        label={texts.mobile}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        {...form.field('mobile')}
      />
      <Button type="submit" pending={form.isPending}>
        {form.isPending ? texts.updating : texts.updateInfo}
      </Button>
      {confirmed.dialog}
    </form>
  )
}
