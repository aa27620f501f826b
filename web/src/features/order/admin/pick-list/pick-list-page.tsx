import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, Printer } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/title'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { textStyles } from '@/ui/text-styles'
import { UndoBar } from '../undo-bar'
import { useTicks } from '../use-ticks'
import { type IsPicked, lineState, type PickList, pickListQuery, pickProgress, ticksOf } from './pick-list'
import styles from './pick-list-page.module.css'
import { PickRow } from './pick-row'
import { pickTexts } from './pick-texts'

/** The pick list of several orders by sub-category: each product's total, then the pieces per basket. */
export function PickListPage({ ids = '' }: { ids?: string }) {
  useTitle(pickTexts.title)
  const { data: list, error, refetch } = useQuery({ ...pickListQuery(ids), enabled: ids !== '' })
  return (
    <>
      <PageHeader title={pickTexts.title}>
        {list && (
          <p className={classNames(textStyles.hint, styles.summary)}>
            {pickTexts.summary(list.baskets.length)}
          </p>
        )}
        {list && list.shelves.length > 0 && (
          <Button
            size="small"
            variant="outline"
            icon={Printer}
            className={styles.print}
            onClick={() => window.print()}
          >
            {pickTexts.print}
          </Button>
        )}
      </PageHeader>
      {ids === '' && <NoPickList title={pickTexts.noneChosen} description={pickTexts.noneChosenHint} />}
      {ids !== '' && !list && !error && <LinesSkeleton count={6} />}
      {error && !list && <LoadingFailed reason={error} title={pickTexts.failedToLoad} retry={refetch} />}
      {list?.shelves.length === 0 && (
        <NoPickList title={pickTexts.nothingLeft} description={pickTexts.nothingLeftHint} />
      )}
      {list && list.shelves.length > 0 && <PickListView list={list} />}
      <UndoBar />
    </>
  )
}

function NoPickList({ title, description }: { title: string; description: string }) {
  return (
    <EmptyState icon={ListChecks} tone="turmeric" title={title} description={description}>
      <Link to="/dashboard/desk" className={buttonClass({ variant: 'outline' })}>
        {pickTexts.toDesk}
      </Link>
    </EmptyState>
  )
}

function PickListView({ list }: { list: PickList }) {
  const ticks = useTicks()
  const isPicked: IsPicked = ({ row, picked }) => ticks.isPicked({ _id: row, picked })
  const { picked, total } = pickProgress(list, isPicked)
  return (
    <>
      <div className={styles.top}>
        <ul className={styles.baskets} aria-label={pickTexts.baskets}>
          {list.baskets.map(({ _id, letter, number, name }) => (
            <li key={_id}>
              <b className={styles.letter}>{letter}</b>
              <Link
                to="/dashboard/desk/$number"
                params={{ number: String(number) }}
                className={styles.basket}
              >
                <b>#{number}</b>
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.progress} role="status">
          <span>
            <b>{pickTexts.progress(picked, total)}</b> {pickTexts.inBaskets}
          </span>
          <progress className={styles.meter} value={picked} max={total} aria-label={pickTexts.inBaskets} />
        </div>
      </div>
      <div className={styles.sections}>
        {list.shelves.map(({ shelf, lines }) => {
          const left = lines.filter((line) => lineState(line, isPicked) !== 'all').length
          return (
            <section key={shelf} className={styles.shelf}>
              <div className={styles.header}>
                <h2>{shelf || pickTexts.otherShelf}</h2>
                {left > 0 && <b>{pickTexts.left(left)}</b>}
              </div>
              <ul className={styles.rows}>
                {lines.map((line) => (
                  <PickRow
                    key={line.productId}
                    line={line}
                    state={lineState(line, isPicked)}
                    onTick={(on) => {
                      for (const { basket, rows } of ticksOf(list, line, on)) ticks.tick(basket, rows)
                    }}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <div className={styles.foot}>
        <span>{picked < total ? pickTexts.toGo(total - picked) : pickTexts.allPicked}</span>
        <Link to="/dashboard/desk" search={{ show: 'PACKING' }} className={buttonClass()}>
          {pickTexts.toPacking}
        </Link>
      </div>
    </>
  )
}
