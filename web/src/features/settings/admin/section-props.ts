import type { OwnerSettings } from '../staff-api'
import type { SectionName } from './section-names'
import type { SettingsForm } from './use-settings-form'

/** The props of a section's fields. */
export type FieldsProps = {
  form: SettingsForm
  /** The saved settings. */
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
