import type { OwnerSettings } from '../staff-api'
import type { SectionName } from './section-names'
import type { SettingsForm } from './use-settings-form'

/** What the fields of a section take. */
export type FieldsProps = {
  form: SettingsForm
  /** What the server has. */
  settings: OwnerSettings
  /** Opens another section. */
  onShow: (section: SectionName) => void
}

export type PreviewProps = {
  form: SettingsForm
  settings: OwnerSettings
  /** Whether a card payment provider is configured. */
  online: boolean
}
