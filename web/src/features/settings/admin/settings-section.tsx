import { ChevronDown, Smartphone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import type { SectionName } from './section-names'
import { settingsTexts } from './settings-admin-texts'
import styles from './settings-section.module.css'
import { SECTION_ICONS, summaryOf } from './settings-sections'
import type { SettingsForm } from './use-settings-form'

type Props = {
  name: SectionName
  form: SettingsForm
  /** Whether a card payment provider is configured. */
  online: boolean
  open: boolean
  onToggle: () => void
  /** Disables the fields. */
  readOnly: boolean
  fields: ReactNode
  /** A preview of where the section's settings appear in the shop. */
  preview: ReactNode
}

/** A section of the settings. Closed it shows a summary, open it shows its fields and a preview. */
export function SettingsSection({ name, form, online, open, onToggle, readOnly, fields, preview }: Props) {
  const id = useId()
  return (
    <section className={classNames(panelClass(), styles.section)} aria-labelledby={`${id}-title`}>
      <h2>
        <button
          type="button"
          className={styles.header}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
        >
          <Icon icon={SECTION_ICONS[name]} />
          <span className={styles.title}>
            <span id={`${id}-title`}>{settingsTexts.sections[name]}</span>
            {!open && <span className={styles.summary}>{summaryOf(name, form.values, online)}</span>}
          </span>
          <Icon icon={ChevronDown} size="small" />
        </button>
      </h2>
      {open && (
        <div className={styles.body} id={id}>
          <fieldset className={styles.fields} disabled={readOnly} aria-labelledby={`${id}-title`}>
            {fields}
          </fieldset>
          <div>{preview}</div>
        </div>
      )}
    </section>
  )
}

/** Two fields side by side if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** A preview of a part of the shop with the values as typed. */
export function Preview({
  caption,
  card = true,
  children,
}: {
  caption: string
  card?: boolean
  children: ReactNode
}) {
  return (
    <figure className={styles.preview}>
      <figcaption>
        <Icon icon={Smartphone} size="small" />
        {caption}
      </figcaption>
      {card ? <div className={styles.card}>{children}</div> : children}
    </figure>
  )
}

/** A line of a preview: label and amount. */
export function PreviewLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.line}>
      <span>{label}</span>
      <b>{children}</b>
    </span>
  )
}

export const goodClass = styles.good
export const noticeClass = styles.notice
