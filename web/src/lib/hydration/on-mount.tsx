import { type ReactNode, useLayoutEffect } from 'react'

/** Runs `run` in a layout effect after its first render, after the layout effects of its children. */
export function OnMount({ run, children }: { run: () => void; children?: ReactNode }) {
  useLayoutEffect(run, [run])
  return children
}
