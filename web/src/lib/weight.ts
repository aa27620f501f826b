/** Returns a weight as people read it: 350 g, 1.35 kg. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`
}
