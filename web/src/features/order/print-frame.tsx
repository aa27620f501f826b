import { Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type Paper, paperOf } from '@/lib/paper'
import { paperTexts } from '@/lib/paper-texts'
import { usePageRules } from '@/lib/use-page-rules'
import { Button } from '@/ui/button'
import { FilterSelect } from '@/ui/filter-select'
import styles from './print-frame.module.css'

type Props = {
  /** The back link, before the title. */
  back: ReactNode
  paper: Paper
  onPaper: (paper: Paper) => void
  /** Further controls, before the choice of paper. */
  controls?: ReactNode
  /** Whether the papers are loaded and can be printed. */
  ready: boolean
  /** Shown above the papers, never printed. */
  notes?: ReactNode
  /** The papers, each with its `data-page`. */
  children: ReactNode
}

/** The frame of a print preview. Above the papers: the choice of paper and the print button, which are not printed. */
export function PrintFrame({ back, paper, onPaper, controls, ready, notes, children }: Props) {
  const papersRef = useRef<HTMLDivElement>(null)
  usePageRules(papersRef, paper)
  // Text whose font has not loaded would print in another font.
  const print = () => void document.fonts.ready.then(() => window.print())
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <header className={styles.bar}>
        <span className={styles.back}>{back}</span>
        <h1 className={styles.title}>{paperTexts.title}</h1>
        {controls}
        <FilterSelect
          name="paper"
          label={paperTexts.paper}
          value={paper}
          options={paperTexts.papers}
          onSelect={(value) => onPaper(paperOf(value) ?? paper)}
        />
        <Button size="small" icon={Printer} disabled={!ready} className={styles.print} onClick={print}>
          {paperTexts.print}
        </Button>
      </header>
      <div className={styles.notes}>{notes}</div>
      <div className={styles.papers} ref={papersRef}>
        {children}
      </div>
    </main>
  )
}
