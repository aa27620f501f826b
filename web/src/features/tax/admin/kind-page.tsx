import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import type { Kind } from '../api'
import { taxTexts as texts } from '../texts'
import styles from './kind-page.module.css'
import { KindProducts } from './kind-row'
import { KindRate, spacedHSN } from './rate-label'
import { useTaxForm } from './use-tax-form'

type Props = {
  kind: Kind
  /** The next kind; undefined for the last. */
  next: Kind | undefined
  onKind: (key: string | undefined) => void
}

/** One kind of products, for phones. Accepting or skipping it opens the next kind. */
export function KindPage({ kind, next, onKind }: Props) {
  const { name, hsn, products } = kind
  useTitle(name)
  const form = useTaxForm([kind], { ticked: true, onAccepted: () => onKind(next?.key) })
  return (
    <>
      <Link to="/dashboard/tax" className={textLinkClass}>
        <Icon icon={ArrowLeft} size="small" /> {texts.tax}
      </Link>
      <PageHeader title={name}>
        <span className={textStyles.hint}>
          {texts.kind.about(products, spacedHSN(hsn))} <KindRate kind={kind} />
        </span>
      </PageHeader>
      <Panel className={styles.products} role="region" aria-label={texts.proposals.lookAt(name)}>
        <KindProducts kind={kind} form={form} />
      </Panel>
      <div className={styles.foot}>
        <p>
          <b>{texts.products(products)}</b>
          <span>{next ? texts.kind.next(next.name) : texts.kind.last}</span>
        </p>
        <Button variant="outline" onClick={() => onKind(next?.key)}>
          {texts.kind.skip}
        </Button>
        <Button pending={form.isAccepting} onClick={form.accept}>
          {form.isAccepting ? texts.proposals.taking : texts.kind.take(products)}
        </Button>
      </div>
    </>
  )
}
