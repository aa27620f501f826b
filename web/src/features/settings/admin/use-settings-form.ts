import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { ApiError } from '@/lib/api'
import { applyBranding } from '@/lib/apply-branding'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { settingsQuery } from '../api'
import { alertsQuery, type OwnerSettings, ownerSettingsQuery, ridersQuery, saveSettings } from '../staff-api'
import { settingsTexts } from './settings-admin-texts'
import { readDraft, saveDraft } from './settings-draft'
import {
  changedNames,
  changesPaymentMethods,
  conflictingNames,
  invalidNumbers,
  isPaymentMethod,
  isSame,
  offersPayment,
  realChanges,
  type SettingName,
  type SettingsChanges,
  type SettingsValues,
  type TextName,
  toPatch,
  toValues,
  without,
} from './settings-values'

type Errors = Partial<Record<SettingName, string>>
export type Conflict = { current: OwnerSettings; names: SettingName[] }
export type SettingsForm = ReturnType<typeof useSettingsForm>

/**
 * The settings form: the server's settings plus the user's changes. Changes are stored as a draft on this device until they
 * are saved, and restored when the page is opened again.
 */
export function useSettingsForm(saved: OwnerSettings, onInvalid: (name: SettingName) => void) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<SettingsChanges>({})
  const [offer, setOffer] = useState(readDraft)
  const [errors, setErrors] = useState<Errors>({})
  const [conflict, setConflict] = useState<Conflict>()
  // The version that the changes are based on: a refetch must not replace it while there are unsaved changes.
  const [base, setBase] = useState(saved)
  const names = changedNames(changes)
  if (names.length === 0 && saved.version > base.version) setBase(saved)
  const baseValues = toValues(base)
  const values: SettingsValues = { ...baseValues, ...changes }

  useEffect(() => saveDraft({ ...offer, ...changes }), [offer, changes])

  const showErrors = (next: Errors) => {
    setErrors(next)
    const first = changedNames(next as SettingsChanges)[0]
    if (first) onInvalid(first)
  }
  const confirmed = useConfirmedCall()
  const mutation = useMutation({
    mutationFn: ({ sent, version }: { sent: SettingsChanges; version: number }) =>
      confirmed.run((password) => saveSettings({ ...toPatch(sent), version, password })),
    onSuccess: (next, { sent }) => {
      queryClient.setQueryData(ownerSettingsQuery.queryKey, next)
      setBase(next)
      // Values typed while saving remain changes.
      setChanges((typed) => realChanges(typed, { ...toValues(next), ...sent }))
      setErrors({})
      setConflict(undefined)
      const { name, tagline, logo, accent, version } = next
      applyBranding({ name, heading: tagline, logo, accent }, version)
      notify.success(settingsTexts.saved)
      return Promise.all(
        [settingsQuery, alertsQuery, ridersQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: (error, { sent }) => {
      const current = error instanceof ApiError && error.status === 409 && (error.data as OwnerSettings)
      if (!current) {
        toastError(error, { fallback: settingsTexts.failedToSave })
        if (error instanceof ApiError && error.fields.length > 0)
          showErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])))
        return
      }
      const conflicting = conflictingNames(sent, baseValues, toValues(current))
      if (conflicting.length > 0) setConflict({ current, names: conflicting })
      else saveOnTopOf(current, sent)
    },
  })
  const saveOnTopOf = (current: OwnerSettings, sent: SettingsChanges, keepCurrent: SettingName[] = []) => {
    const currentValues = toValues(current)
    const left = realChanges(without(sent, keepCurrent), currentValues)
    setBase(current)
    // Values typed while saving remain changes.
    setChanges((typed) => realChanges(without(typed, keepCurrent), currentValues))
    setConflict(undefined)
    if (changedNames(left).length > 0) mutation.mutate({ sent: left, version: current.version })
    else queryClient.setQueryData(ownerSettingsQuery.queryKey, current)
  }
  const set = <Name extends SettingName>(name: Name, value: SettingsValues[Name]) => {
    setChanges((before) => {
      const { [name]: _, ...rest } = before
      return isSame(value, baseValues[name]) ? (rest as SettingsChanges) : { ...before, [name]: value }
    })
    const mended: string[] = isPaymentMethod(name) ? [name, 'pay.cod'] : [name]
    setErrors((before) => {
      const left = Object.entries(before).filter(([wrong]) => !mended.includes(wrong))
      return Object.fromEntries(left) as Errors
    })
  }

  return {
    values,
    errors,
    changeCount: names.length,
    set,
    /** The props of a field for a text or number setting. */
    field: (name: TextName | Parameters<typeof set>[0]) => ({
      label: settingsTexts.labels[name],
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => set(name as TextName, target.value),
    }),
    isSaving: mutation.isPending,
    save: () => {
      const wrong: Errors = invalidNumbers(changes, settingsTexts.enterNumber)
      if (changesPaymentMethods(changes) && !offersPayment(values, base.online))
        wrong['pay.cod'] = base.online ? settingsTexts.needsPayment : settingsTexts.needsCash
      if (Object.keys(wrong).length > 0) showErrors(wrong)
      else mutation.mutate({ sent: changes, version: base.version })
    },
    undo: () => {
      setChanges({})
      setErrors({})
    },
    offerCount: offer ? changedNames(realChanges(offer, baseValues)).length : 0,
    takeUp: () => {
      setChanges((before) => ({ ...realChanges(offer ?? {}, baseValues), ...before }))
      setOffer(undefined)
    },
    discard: () => setOffer(undefined),
    conflict,
    /** Overwrites the other version, except for the settings in `keepCurrent`. */
    resolve: ({ current }: Conflict, keepCurrent: SettingName[]) =>
      saveOnTopOf(current, changes, keepCurrent),
    closeConflict: () => setConflict(undefined),
    /** Asks for the password when a change affects payments. */
    passwordDialog: confirmed.dialog,
  }
}
