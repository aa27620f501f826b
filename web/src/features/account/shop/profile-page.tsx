import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/lib/api'
import { applyServerErrors, errorMessage, toastError } from '@/lib/errors'
import { lazyWithPreload } from '@/lib/lazy-with-preload'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { Field } from '@/ui/field'
import { LoadingFailed } from '@/ui/loading-failed'
import { LinesSkeleton } from '@/ui/skeleton'
import { type User, updateUser, userQuery } from '../api'
import { Avatar } from '../avatar'
import { profileSchema } from '../schemas'
import { texts } from '../texts'
import { UnconfirmedEmail } from './unconfirmed-email'

const FIELDS = ['name', 'email', 'mobile'] as const

type ProfileValues = Record<(typeof FIELDS)[number], string>

const AvatarDialog = lazyWithPreload(() => import('./avatar-dialog'))

/** Name, email, mobile and picture of whoever is logged in. */
export function ProfilePage() {
  useTitle(texts.profile)
  const {
    data: user,
    error,
    refetch,
  } = useQuery({
    ...userQuery(true),
    // The link may have been opened in another tab.
    refetchOnWindowFocus: ({ state: { data } }) =>
      data && (data.pendingEmail || !data.verify_email) ? 'always' : true,
  })
  return (
    <>
      <div className="page-h">
        <h1>{texts.profile}</h1>
      </div>
      {user ? (
        <div className="panel panel--pad profile">
          <AvatarSection user={user} />
          <ProfileForm user={user} />
        </div>
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
    <div className="profile__who">
      <Avatar name={user.name} avatar={user.avatar} large />
      <button type="button" className="btn btn--line btn--sm" onClick={() => setOpen(true)}>
        <Camera className="ic" />
        {texts.changeProfile}
      </button>
      {open !== undefined && (
        <Suspense>
          <AvatarDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function ProfileForm({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const { name, email, mobile } = user
  const { register, handleSubmit, setError, getValues, resetField, formState } = useForm({
    resolver: zodResolver(profileSchema),
    values: { name, email, mobile },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = formState
  // A new email that waits for its link leaves the field; what was typed meanwhile stays.
  const showSaved = (sent: ProfileValues, saved: ProfileValues) => {
    for (const field of FIELDS) {
      if (getValues(field) === sent[field]) resetField(field, { defaultValue: saved[field] })
    }
  }
  const updating = useMutation({
    mutationFn: updateUser,
    onSuccess: ({ data: changed, message }, sent) => {
      const { pendingEmail } = changed
      queryClient.setQueryData(
        userQuery(true).queryKey,
        (before) => before && { ...before, ...changed, pendingEmail },
      )
      showSaved(sent, changed)
      notify.success(message)
    },
    onError: (reason) => {
      toastError(reason, { fallback: texts.updateFailed })
      if (applyServerErrors(reason, FIELDS, setError)) return
      if (!(reason instanceof ApiError && reason.status === 409)) return
      const message = errorMessage(reason, texts.updateFailed)
      setError('email', { type: 'server', message }, { shouldFocus: true })
    },
  })
  return (
    <form
      className="fields"
      noValidate
      onSubmit={handleSubmit((values) => updating.mutateAsync(values).catch(() => undefined))}
    >
      <Field
        label={texts.name}
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <UnconfirmedEmail user={user} />
      <Field
        label={texts.mobile}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        error={errors.mobile?.message}
        {...register('mobile')}
      />
      <button type="submit" className="btn btn--main" disabled={updating.isPending}>
        {updating.isPending ? texts.updating : texts.updateInfo}
      </button>
    </form>
  )
}
