import { Info } from 'lucide-react'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import type { Proposals } from '../api'
import { taxTexts as texts } from '../texts'
import { KindRow } from './kind-row'
import styles from './proposals-panel.module.css'
import { UnknownProducts } from './unknown-products'
import { useTaxForm } from './use-tax-form'

/** Proposed taxes by kind of product, accepted by one press, and fields for products without a proposal. */
export function ProposalsPanel({ proposals: { kinds, unknown } }: { proposals: Proposals }) {
  const form = useTaxForm(kinds)
  const sure = kinds.filter((kind) => kind.sure)
  const asking = kinds.length - sure.length
  const ticked = sure.filter(form.isTicked).length
  const products = sure.reduce((sum, kind) => sum + kind.products, 0)
  return (
    <>
      <div className={styles.heading}>
        <h2>{texts.proposals.title}</h2>
        <span>{texts.proposals.hint}</span>
      </div>
      <Panel className={styles.panel} role="region" aria-label={texts.proposals.title}>
        <div className={styles.head}>
          {sure.length > 0 && (
            <label className={styles.all}>
              <Checkbox
                aria-label={texts.proposals.allSure}
                checked={ticked === sure.length}
                indeterminate={ticked > 0 && ticked < sure.length}
                onChange={({ target }) => form.tickAllSure(target.checked)}
              />
              {texts.proposals.sure} <b>{texts.proposals.sureCount(sure.length, products)}</b>
            </label>
          )}
          {asking > 0 && (
            <span className={styles.asks}>
              <Icon icon={Info} size="small" />
              {texts.proposals.asks(asking)}
            </span>
          )}
          <Button
            size="small"
            className={styles.take}
            disabled={form.count === 0}
            pending={form.isAccepting}
            onClick={form.accept}
          >
            {form.isAccepting ? texts.proposals.taking : texts.proposals.take(form.count)}
          </Button>
        </div>
        {kinds.length > 0 && (
          <ul>
            {kinds.map((kind) => (
              <KindRow key={kind.key} kind={kind} form={form} />
            ))}
          </ul>
        )}
        {unknown > 0 && <UnknownProducts form={form} />}
      </Panel>
    </>
  )
}
