import { texts as shell } from '@/lib/texts'
import { PAGE_SIZE } from './product/api'

function times(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

function Waiting() {
  return (
    <p className="vh" role="status">
      {shell.loading}
    </p>
  )
}

/** The administrator's category cards before they come. */
export function CategoriesSkeleton() {
  return (
    <>
      <Waiting />
      <div className="ccards" aria-hidden="true">
        {times(18).map((index) => (
          <span key={index} className="ccard">
            <span className="sk sk--arch" />
            <span className="sk sk--t sk--w80" />
          </span>
        ))}
      </div>
    </>
  )
}

/** The administrator's product cards before they come. */
export function ProductsSkeleton() {
  return (
    <>
      <Waiting />
      <div className="pgrid" aria-hidden="true">
        {times(PAGE_SIZE).map((index) => (
          <span key={index} className="sk pcard__sk" />
        ))}
      </div>
    </>
  )
}
