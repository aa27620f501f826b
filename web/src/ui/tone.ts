/** The eight hues of categories, assigned in this order. */
const TONES = ['coriander', 'papaya', 'sky', 'turmeric', 'chilli', 'beetroot', 'mint', 'indigo'] as const

export type Tone = (typeof TONES)[number]

/** Returns the hue of the category at an index of the shop's list. */
export function toneAt(index: number): Tone {
  return TONES[index % TONES.length] ?? 'coriander'
}
