import { createElement } from 'react'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Creates the component of one of Lucide's icons in the place of the library's own function (vite.config.ts): that one also
 * reads sizes, colours and a context, which this app gives by CSS, for every icon of every page.
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
