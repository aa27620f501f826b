import { createElement } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Creates the component of a Lucide icon. vite.config.ts substitutes it for Lucide's own function, which also handles sizes,
 * colors and a context on every icon; here CSS sets them.
 */
export default function createIcon({ node }: IconData) {
  return ({ className }: { className?: string; 'aria-hidden': 'true' }) =>
    createElement(
      'svg',
      {
        className,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
