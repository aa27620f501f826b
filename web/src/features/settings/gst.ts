import { texts } from './texts'

/** How a shop stands towards the goods and services tax. */
export const GST_KINDS = ['REGISTERED', 'COMPOSITION', 'UNREGISTERED'] as const

/** Returns what a bill says about the tax: the GSTIN or that there is none, and the state. */
export function gstLines({ gst, gstin, state }: { gst: string; gstin: string; state: string }): string[] {
  return [
    gst === 'UNREGISTERED' ? texts.notRegistered : gstin && texts.gstin(gstin),
    gst === 'COMPOSITION' && texts.composition,
    state && texts.state(state),
  ].filter((line): line is string => Boolean(line))
}
