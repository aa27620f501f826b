/** The sections of the settings, in page order. */
export const SECTIONS = [
  'shop',
  'contact',
  'hours',
  'delivery',
  'payment',
  'gst',
  'counter',
  'alerts',
  'legal',
  'pages',
  'feed',
] as const
export type SectionName = (typeof SECTIONS)[number]
