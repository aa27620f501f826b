import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { FieldError } from '@/ui/field-error'
import { inputClass } from '@/ui/field-frame'
import { stack } from '@/ui/stack'
import { Switch } from '@/ui/switch'
import { textLinkClass } from '@/ui/text-link'
import { ShopPreview } from '../shop-preview'
import { WEEK, weekSummary } from '../week'
import { HolidaysField } from './holidays-field'
import styles from './hours-section.module.css'
import { switchProps } from './payment-section'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { noticeClass, Preview } from './settings-section'

const USUAL_HOURS = ['07:00', '22:00']

export function HoursFields({ form }: FieldsProps) {
  const { hours } = form.values
  const setDay = (day: number, times: string[]) =>
    form.set(
      'hours',
      hours.map((before, index) => (index === day ? times : before)),
    )
  return (
    <>
      <Switch
        label={settingsTexts.alwaysOpen}
        checked={hours.length === 0}
        onChange={({ target }) => form.set('hours', target.checked ? [] : WEEK.map(() => USUAL_HOURS))}
      />
      {hours.length > 0 && (
        <div className={stack.dense}>
          {WEEK.map((day, index) => (
            <DayHours
              key={day}
              day={day}
              times={hours[index] ?? []}
              onChange={(times) => setDay(index, times)}
            />
          ))}
          <span>
            <Button
              variant="quiet"
              size="small"
              icon={Copy}
              onClick={() =>
                form.set(
                  'hours',
                  WEEK.map(() => hours[0] ?? []),
                )
              }
            >
              {settingsTexts.mondayForAll}
            </Button>
          </span>
        </div>
      )}
      {form.errors.hours && <FieldError>{form.errors.hours}</FieldError>}
      <HolidaysField form={form} />
      <Switch {...switchProps(form, 'preorders')} description={settingsTexts.hints.preorders} />
      <p className={noticeClass}>
        {settingsTexts.pauseHint}{' '}
        <Link to="/dashboard/desk" className={textLinkClass}>
          {settingsTexts.toDesk}
        </Link>
      </p>
    </>
  )
}

type DayProps = { day: string; times: readonly string[]; onChange: (times: string[]) => void }

function DayHours({ day, times, onChange }: DayProps) {
  const id = useId()
  const [opens = '', closes = ''] = times
  const isOpen = times.length === 2
  return (
    <div className={styles.day}>
      <span className={styles.open}>
        <Checkbox
          id={id}
          aria-label={settingsTexts.openOn(day)}
          checked={isOpen}
          onChange={({ target }) => onChange(target.checked ? USUAL_HOURS : [])}
        />
        <label htmlFor={id}>{day}</label>
      </span>
      {isOpen ? (
        <>
          <input
            type="time"
            className={inputClass()}
            aria-label={settingsTexts.opensOn(day)}
            value={opens}
            onChange={({ target }) => onChange([target.value, closes])}
          />
          {settingsTexts.to}
          <input
            type="time"
            className={inputClass()}
            aria-label={settingsTexts.closesOn(day)}
            value={closes === '24:00' ? '00:00' : closes}
            onChange={({ target }) => onChange([opens, target.value])}
          />
        </>
      ) : (
        <span className={styles.closed}>{settingsTexts.closed}</span>
      )}
    </div>
  )
}

export function HoursPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.hours} card={false}>
      <ShopPreview name={values.name} logo={values.logo} accent={values.accent}>
        <div className={noticeClass}>
          <b>{settingsTexts.closedNow}</b>
          <br />
          {values.hours.length > 0 && `${settingsTexts.opens(weekSummary(values.hours))} `}
          {values.preorders ? settingsTexts.packedLater : settingsTexts.cartKept}
        </div>
      </ShopPreview>
    </Preview>
  )
}
