import { Link } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { Button } from '@/ui/button'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { Switch } from '@/ui/switch'
import { KINDS, type Kind, PAPERS, type Paper } from './paper'
import styles from './print-bar.module.css'
import { printTexts } from './print-texts'

type Props = {
  kind: Kind
  paper: Paper
  prices: boolean
  ready: boolean
  onKind: (kind: Kind) => void
  onPaper: (paper: Paper) => void
  onPrices: (shown: boolean) => void
}

/** The controls of the print page: the kind of printout, the paper, and the print button. Never printed. */
export function PrintBar({ kind, paper, prices, ready, onKind, onPaper, onPrices }: Props) {
  // Text whose font has not loaded would print in another font.
  const print = () => void document.fonts.ready.then(() => window.print())
  return (
    <header className={styles.bar}>
      <Link to="/dashboard/desk" className={styles.back}>
        <Icon icon={ArrowLeft} size="small" />
        {printTexts.toTheDesk}
      </Link>
      <h1 className={styles.title}>{printTexts.title}</h1>
      <FilterSelect
        name="kind"
        label={printTexts.kind}
        value={kind}
        options={printTexts.kinds}
        onSelect={(value) => onKind(KINDS.find((known) => known === value) ?? kind)}
      />
      <FilterSelect
        name="paper"
        label={printTexts.paper}
        value={paper}
        options={printTexts.papers}
        onSelect={(value) => onPaper(PAPERS.find((known) => known === value) ?? paper)}
      />
      {kind === 'slip' && (
        <Switch
          label={printTexts.prices}
          checked={prices}
          onChange={({ target }) => onPrices(target.checked)}
        />
      )}
      <Button size="small" icon={Printer} disabled={!ready} className={styles.print} onClick={print}>
        {printTexts.print}
      </Button>
    </header>
  )
}
