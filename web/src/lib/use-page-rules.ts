import { type RefObject, useLayoutEffect } from 'react'
import { pageRules } from './page-rules'
import type { Paper } from './paper'

/** Sets the printer's page sizes to the papers inside an element (`[data-page]`) while the component is mounted. */
export function usePageRules(papersRef: RefObject<HTMLElement | null>, paper: Paper): void {
  // No dependencies: each render may change the papers and their heights.
  useLayoutEffect(() => {
    const papers = papersRef.current?.querySelectorAll('[data-page]') ?? []
    // A constructed stylesheet: the content security policy forbids inline styles.
    const sheet = new CSSStyleSheet()
    const measure = () =>
      sheet.replaceSync(
        pageRules(
          paper,
          [...papers].map((element) => element.getBoundingClientRect().height),
        ),
      )
    // Fonts that load later change the papers' heights.
    const observer = new ResizeObserver(measure)
    for (const element of papers) observer.observe(element)
    measure()
    document.adoptedStyleSheets.push(sheet)
    return () => {
      observer.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  })
}
