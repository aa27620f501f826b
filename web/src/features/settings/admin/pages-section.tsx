import { useState } from 'react'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { fieldDescriptionClass } from '@/ui/field-frame'
import { stack } from '@/ui/stack'
import { TextAreaField } from '@/ui/text-area-field'
import { textStyles } from '@/ui/text-styles'
import { pageBlocks } from '../page-blocks'
import { PAGE_NAMES, type PageName } from '../pages'
import { ShopPreview } from '../shop-preview'
import { texts } from '../texts'
import { pageSampleTexts } from './page-sample-texts'
import styles from './pages-section.module.css'
import type { FieldsProps, PreviewProps } from './section-props'
import { settingsTexts } from './settings-admin-texts'
import { Preview } from './settings-section'

export function PagesFields({ form }: FieldsProps) {
  const refused = PAGE_NAMES.find((page) => form.errors[`pages.${page}`])
  const [chosen, setChosen] = useState<PageName>('about')
  const page = refused ?? chosen
  const name = `pages.${page}` as const
  return (
    <>
      <div className={stack.row}>
        {PAGE_NAMES.map((pageName) => (
          <Chip key={pageName} pressed={pageName === page} onClick={() => setChosen(pageName)}>
            {texts.pages[pageName]}
          </Chip>
        ))}
      </div>
      <TextAreaField {...form.field(name)} className={styles.text} description={settingsTexts.hints.page} />
      {form.values[name] === '' && (
        <div>
          <Button
            variant="outline"
            size="small"
            onClick={() => form.set(name, pageSample(page, form.values.name))}
          >
            {settingsTexts.sample}
          </Button>
          <p className={fieldDescriptionClass}>{settingsTexts.sampleHint}</p>
        </div>
      )}
    </>
  )
}

export function PagesPreview({ form: { values } }: PreviewProps) {
  const written = PAGE_NAMES.filter((page) => values[`pages.${page}`] !== '')
  return (
    <Preview caption={settingsTexts.previews.page} card={false}>
      <ShopPreview name={values.name} logo={values.logo} accent={values.accent}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section className={styles.page} tabIndex={0} aria-label={settingsTexts.previews.page}>
          {written.length === 0 && <p>{settingsTexts.noPages}</p>}
          {written.map((page) => (
            <div key={page}>
              <h3 className={textStyles.title}>{texts.pages[page]}</h3>
              {pageBlocks(values[`pages.${page}`]).map(({ kind, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: blocks may be equal, and their order is fixed
                <p key={index}>{kind === 'heading' ? <b>{text}</b> : text}</p>
              ))}
            </div>
          ))}
        </section>
      </ShopPreview>
    </Preview>
  )
}

/** Returns the template of a page for a shop of this name. */
function pageSample(page: PageName, shop: string): string {
  const sample = pageSampleTexts[page]
  return typeof sample === 'function' ? sample(shop) : sample
}
