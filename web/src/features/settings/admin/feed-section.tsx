import { Copy } from 'lucide-react'
import { copyText } from '@/lib/copy-text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { switchProps } from './payment-section'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { Preview } from './settings-section'
import { FEED_PATH } from './settings-sections'

export function FeedFields({ form }: FieldsProps) {
  return (
    <>
      <Switch {...switchProps(form, 'productFeed')} description={settingsTexts.hints.productFeed} />
      {form.values.productFeed && <FeedAddress />}
    </>
  )
}

/** The URL of the feed, to copy. */
function FeedAddress() {
  const address = new URL(FEED_PATH, window.location.origin).href
  return (
    <>
      <Field
        label={settingsTexts.feedAddress}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button variant="outline" icon={Copy} onClick={() => void copyText(address, settingsTexts)}>
          {settingsTexts.copy}
        </Button>
      </div>
    </>
  )
}

export function FeedPreview({ form: { values } }: PreviewProps) {
  return (
    <Preview caption={settingsTexts.previews.feed}>
      <span>{values.productFeed ? settingsTexts.feedAttributes : settingsTexts.off}</span>
    </Preview>
  )
}
