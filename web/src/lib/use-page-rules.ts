import { type RefObject, useLayoutEffect } from 'react'
import { pageRules } from './page-rules'
import type { Paper } from './paper'

/** Returns the printer pages that fit the papers inside an element (`[data-page]`), as long as they are shown. */
export function usePageRules(papersRef: RefObject<HTMLElement | null>, paper: Paper): void {
  // Runs after every render: what is shown, and how long it is, may be another.
  useLayoutEffect(() => {
    const papers = papersRef.current?.querySelectorAll('[data-page]') ?? []
    // A constructed sheet: the content policy refuses styles in the page.
    const sheet = new CSSStyleSheet()
    const measure = () =>
      sheet.replaceSync(
        pageRules(
          paper,
          [...papers].map((one) => one.getBoundingClientRect().height),
        ),
      )
    // Fonts that come later make a paper longer.
    const observer = new ResizeObserver(measure)
    for (const one of papers) observer.observe(one)
    measure()
    document.adoptedStyleSheets.push(sheet)
    return () => {
      observer.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  })
}
