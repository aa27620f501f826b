import type { ElementType, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from './jsx-runtime'

export type { JSX } from 'react'
export { Fragment }

/** The development version of jsx and jsxs. */
export const jsxDEV = (
  type: ElementType,
  props: { children: ReactNode },
  key: string | undefined,
  isStatic: boolean,
) => (isStatic ? jsxs : jsx)(type, props, key)
