import { correction, generate } from 'lean-qr'
import { useMemo } from 'react'
import { classNames } from '@/lib/class-names'
import styles from './qr-code.module.css'

// The white margin that scanners need around a code, in modules.
const QUIET_ZONE = 4

type Props = {
  value: string
  label: string
  className?: string
  /** The width of a module in mm, for printers of low resolution. By default the code fills its parent. */
  moduleWidth?: number
}

/** A text as a QR code. Black on white in both themes, because scanners need dark on light. */
export function QrCode({ value, label, className, moduleWidth }: Props) {
  const { size, path } = useMemo(() => draw(value), [value])
  const side = size + 2 * QUIET_ZONE
  return (
    <svg
      className={classNames(styles.code, !moduleWidth && styles.fluid, className)}
      width={moduleWidth && `${side * moduleWidth}mm`}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Returns an SVG path of the text's dark modules, one rectangle per horizontal run, and the code's width in modules. */
function draw(value: string): { size: number; path: string } {
  const code = generate(value, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      const from = x
      while (code.get(x, y)) x++
      if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`
    }
  }
  return { size: code.size, path }
}
