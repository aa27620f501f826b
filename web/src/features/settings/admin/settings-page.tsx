import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { userQuery } from '@/features/account/api'
import { focusIfLost } from '@/lib/focus-if-lost'
import { useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { type OwnerSettings, ownerSettingsQuery } from '../staff-api'
import { AlertsFields, AlertsPreview } from './alerts-section'
import { ContactFields, ContactPreview } from './contact-section'
import { CounterFields, CounterPreview } from './counter-section'
import { DeliveryFields, DeliveryPreview } from './delivery-section'
import { FeedFields, FeedPreview } from './feed-section'
import { GSTFields, GSTPreview } from './gst-section'
import { HoursFields, HoursPreview } from './hours-section'
import { LegalFields, LegalPreview } from './legal-section'
import { PagesFields, PagesPreview } from './pages-section'
import { PaymentFields, PaymentPreview } from './payment-section'
import { SECTIONS, type SectionName } from './section-names'
import { settingsTexts } from './settings-admin-texts'
import styles from './settings-page.module.css'
import { SettingsSection } from './settings-section'
import { sectionOf } from './settings-sections'
import { ShopBrandingPreview, ShopFields } from './shop-section'
import { useSettingsForm } from './use-settings-form'

const ConflictDialog = lazyDialog(() => import('./settings-conflict-dialog'))

const FIELDS = {
  shop: ShopFields,
  contact: ContactFields,
  hours: HoursFields,
  delivery: DeliveryFields,
  payment: PaymentFields,
  gst: GSTFields,
  alerts: AlertsFields,
  legal: LegalFields,
  pages: PagesFields,
  counter: CounterFields,
  feed: FeedFields,
}
const PREVIEWS = {
  shop: ShopBrandingPreview,
  contact: ContactPreview,
  hours: HoursPreview,
  delivery: DeliveryPreview,
  payment: PaymentPreview,
  gst: GSTPreview,
  alerts: AlertsPreview,
  legal: LegalPreview,
  pages: PagesPreview,
  counter: CounterPreview,
  feed: FeedPreview,
}

/** The shop's settings: the owner edits them, managers can view them. */
export function SettingsPage({ section }: { section: SectionName | 'none' | undefined }) {
  useTitle(settingsTexts.settings)
  const { data: settings, error, refetch } = useQuery(ownerSettingsQuery)
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return (
    <>
      <PageHeader title={settingsTexts.settings}>
        <span className={textStyles.hint}>
          {user && user.staffRole !== 'OWNER' ? settingsTexts.readOnly : settingsTexts.hint}
        </span>
      </PageHeader>
      {settings && user ? (
        <Sections settings={settings} readOnly={user.staffRole !== 'OWNER'} section={section} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={6} />
      )}
    </>
  )
}

type SectionsProps = {
  settings: OwnerSettings
  readOnly: boolean
  section: SectionName | 'none' | undefined
}

function Sections({ settings, readOnly, section = 'shop' }: SectionsProps) {
  const navigate = useNavigate({ from: '/dashboard/settings' })
  const show = (next: SectionName | 'none') =>
    void navigate({ search: { section: next }, replace: true, resetScroll: false })
  const element = useRef<HTMLFormElement>(null)
  const focusesInvalid = useRef(false)
  const form = useSettingsForm(settings, (name) => {
    focusesInvalid.current = true
    show(sectionOf(name))
  })
  useEffect(() => {
    // The section of the first invalid field may open only after the navigation.
    const invalid =
      focusesInvalid.current && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!invalid) return
    focusesInvalid.current = false
    invalid.focus()
  })
  const changed = form.changeCount > 0
  const wasChanged = useRef(false)
  useEffect(() => {
    // The save bar, whose button had the focus, is gone: focus the header of the open section.
    if (wasChanged.current && !changed)
      focusIfLost(
        element.current?.querySelector<HTMLElement>('[aria-expanded="true"]') ??
          element.current?.querySelector<HTMLElement>('[aria-expanded]'),
      )
    wasChanged.current = changed
  }, [changed])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      {form.offerCount > 0 && (
        <Alert
          tone="warning"
          role="status"
          className={styles.alert}
          action={
            <span className={stack.row}>
              <Button size="small" variant="outline" onClick={form.takeUp}>
                {settingsTexts.takeUp}
              </Button>
              <Button size="small" variant="quiet" onClick={form.discard}>
                {settingsTexts.discard}
              </Button>
            </span>
          }
        >
          {settingsTexts.draft(form.offerCount)}
        </Alert>
      )}
      {SECTIONS.map((name) => {
        const [Fields, PreviewOf] = [FIELDS[name], PREVIEWS[name]]
        return (
          <SettingsSection
            key={name}
            name={name}
            form={form}
            online={settings.online}
            open={name === section}
            onToggle={() => show(name === section ? 'none' : name)}
            readOnly={readOnly}
            fields={<Fields form={form} settings={settings} onShow={show} />}
            preview={<PreviewOf form={form} settings={settings} online={settings.online} />}
          />
        )
      })}
      {changed && (
        <div className={styles.saveBar}>
          <p role="status">
            <b>{settingsTexts.changes(form.changeCount)}</b> {settingsTexts.notSaved}
          </p>
          <Button variant="quiet" pending={form.isSaving} onClick={form.undo}>
            {settingsTexts.undo}
          </Button>
          <Button type="submit" pending={form.isSaving}>
            {form.isSaving ? settingsTexts.saving : settingsTexts.save}
          </Button>
        </div>
      )}
      {form.conflict && (
        <ConflictDialog
          conflict={form.conflict}
          values={form.values}
          onResolve={form.resolve}
          onClose={form.closeConflict}
        />
      )}
      {form.passwordDialog}
    </form>
  )
}
