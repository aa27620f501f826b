import { texts } from '@/lib/texts'

function times(count: number) {
  return Array.from({ length: count }, (_, place) => place)
}

/** Says that something is loading to those who cannot see the skeletons. */
export function Waiting() {
  return (
    <p className="vh" role="status">
      {texts.loading}
    </p>
  )
}

/** The category tiles before they come. */
export function TilesSkeleton() {
  return (
    <>
      <Waiting />
      <div className="aisles" aria-hidden="true">
        {times(30).map((place) => (
          <span key={place} className="aisle">
            <span className="sk sk--arch" />
            <span className="sk sk--t sk--w80" />
          </span>
        ))}
      </div>
    </>
  )
}

function CardSkeleton() {
  return (
    <li className="card">
      <span className="sk sk--card" />
      <span className="sk sk--t" />
      <span className="sk sk--t sk--w40" />
      <span className="sk sk--t sk--w60" />
    </li>
  )
}

/** One row of products before it comes. */
export function RowSkeleton() {
  return (
    <section aria-hidden="true">
      <div className="row__head">
        <span className="sk sk--h2" />
      </div>
      <ul className="scroll">
        {times(7).map((place) => (
          <CardSkeleton key={place} />
        ))}
      </ul>
    </section>
  )
}

/** A grid of products before it comes. */
export function CardsSkeleton() {
  return (
    <>
      <Waiting />
      <ul className="cards" aria-hidden="true">
        {times(12).map((place) => (
          <CardSkeleton key={place} />
        ))}
      </ul>
    </>
  )
}

/** The sub-categories of a listing before they come. */
export function RailSkeleton() {
  return times(6).map((place) => (
    <span key={place} className="rail__sk">
      <span className="sk sk--niche" />
      <span className="sk sk--t" />
    </span>
  ))
}

/** A list's lines, each a picture and two lines of text. */
export function LineBones({ count }: { count: number }) {
  return times(count).map((place) => (
    <div key={place} className="line">
      <span className="sk sk--pic" />
      <span>
        <span className="sk sk--t sk--w60" />
        <span className="sk sk--t sk--w40" />
      </span>
    </div>
  ))
}

/** Rows of a list before they come. */
export function LinesSkeleton({ count }: { count: number }) {
  return (
    <>
      <Waiting />
      <div className="lines" aria-hidden="true">
        <LineBones count={count} />
      </div>
    </>
  )
}
