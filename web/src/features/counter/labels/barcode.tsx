import { ean13Modules } from '@/lib/ean13'
import styles from './labels.module.css'

// The white margins that scanners need beside the bars, in modules.
const QUIET_LEFT = 11
const QUIET_RIGHT = 7
const HEIGHT = 40 // in modules

type Props = { code: string; label: string }

/** A code as an EAN-13 with its digits; other codes as text. Black on white in both themes, because scanners need dark on light. */
export function Barcode({ code, label }: Props) {
  const modules = ean13Modules(code)
  return (
    <span className={styles.barcode}>
      {modules && (
        <svg
          viewBox={`0 0 ${QUIET_LEFT + modules.length + QUIET_RIGHT} ${HEIGHT}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          role="img"
          aria-label={label}
        >
          <path d={bars(modules)} fill="#000" />
        </svg>
      )}
      <small>{code}</small>
    </span>
  )
}

/** Returns an SVG path with a rectangle for each run of dark modules. */
function bars(modules: string): string {
  return [...modules.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${QUIET_LEFT + index} 0h${run.length}v${HEIGHT}h-${run.length}z`)
    .join('')
}
