import { texts as shell } from '@/lib/texts'
import { PAGE_SIZE } from './api'

function times(count: number) {
  return Array.from({ length: count }, (_, place) => place)
}

function Waiting() {
  return (
    <p className="vh" role="status">
      {shell.loading}
    </p>
  )
}

/** The administrator's category cards before they come. */
export function TilesOnTheirWay() {
  return (
    <>
      <Waiting />
      <div className="ccards" aria-hidden="true">
        {times(18).map((place) => (
          <span key={place} className="ccard">
            <span className="sk sk--arch" />
            <span className="sk sk--t sk--w80" />
          </span>
        ))}
      </div>
    </>
  )
}

/** The administrator's product cards before they come. */
export function CardsOnTheirWay() {
  return (
    <>
      <Waiting />
      <div className="pgrid" aria-hidden="true">
        {times(PAGE_SIZE).map((place) => (
          <span key={place} className="sk pcard__sk" />
        ))}
      </div>
    </>
  )
}
