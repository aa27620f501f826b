import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Text must have a contrast of at least 4.5:1 to its background (WCAG 2.2, 1.4.3), in both themes. */

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(`src/${file}`, 'utf8').replace(/\/\*.*?\*\//gs, ''))

const [light = '', dark = ''] = readFileSync('src/styles/tokens.css', 'utf8').split('@media screen')
const tokens = (text: string) =>
  Object.fromEntries([...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
const themes = { light: tokens(light), dark: { ...tokens(light), ...tokens(dark) } }

/** The backgrounds of pages, panels and wells, and those that components use for text without a background of its own. */
const GROUNDS = ['--ground', '--surface', '--sunk']
const SOFT = ['--primary-soft', '--danger-soft', '--good-soft', '--wait-soft', '--accent-soft']

/** The text colors of rules without a background, with the backgrounds on which their components appear. */
const INKS: Record<string, string[]> = {
  '--ink': [...GROUNDS, ...SOFT, '--sunk-2'],
  '--ink-2': [...GROUNDS, ...SOFT, '--sunk-2'],
  '--ink-off': ['--ground', '--surface'],
  '--primary-ink': [...GROUNDS, '--primary-soft'],
  '--danger-ink': [...GROUNDS, '--danger-soft'],
  '--good': [...GROUNDS, '--good-soft'],
  '--wait-ink': [...GROUNDS, '--wait-soft'],
  '--on-header': ['--header'],
  '--on-header-2': ['--header'],
  '--on-deep': ['--deep'],
  '--on-deep-2': ['--deep'],
  '--deep-save': ['--deep'],
  '--line-strong': GROUNDS,
}

/** Lower minimums for non-text colors (1.4.11). */
const MIN_RATIOS: Record<string, number> = { '--line-strong': 3 }

/** Returns the text and background colors of a rule's declarations. Disabled elements are exempt. */
function colorsOf(declarations: string) {
  const token = (property: string) =>
    new RegExp(`(?<![-\\w])${property}:\\s*var\\((--[\\w-]+)\\)`).exec(declarations)?.[1]
  return { ink: token('color'), ground: token('background(?:-color)?') }
}

const rules = sheets.flatMap((sheet) =>
  [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => !/:disabled\)*$/.test(selector.trim()))
    .map(([, , declarations = '']) => colorsOf(declarations)),
)

function luminance(theme: Record<string, string>, name: string): number {
  const value = theme[name] ?? ''
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (reference) return luminance(theme, reference)
  const [, hex = ''] = /^#([0-9a-f]{6})$/i.exec(value) ?? []
  if (!hex) throw new Error(`${name} is no opaque color: ${value}`)
  const [red = 0, green = 0, blue = 0] = (hex.match(/../g) ?? []).map((two) => {
    const part = Number.parseInt(two, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(theme: Record<string, string>, ink: string, ground: string): number {
  const [lighter = 0, darker = 0] = [luminance(theme, ink), luminance(theme, ground)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

test('black on white has the contrast of 21', () => {
  expect(contrast({ '--a': '#000000', '--b': 'var(--c)', '--c': '#ffffff' }, '--a', '--b')).toBeCloseTo(21)
})

test('the background colors of every text color are listed', () => {
  const inks = new Set(rules.flatMap(({ ink, ground }) => (ink && !ground ? [ink] : [])))
  expect([...inks].filter((ink) => !INKS[ink])).toEqual([])
})

test.each(Object.entries(themes))('every text can be read in the %s theme', (_, theme) => {
  const pairs = [
    ...rules.flatMap(({ ink, ground }) => (ink && ground ? [[ink, ground] as const] : [])),
    ...Object.entries(INKS).flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const)),
  ]
  expect(pairs.length).toBeGreaterThan(60)
  const weak = pairs
    .filter(([ink, ground]) => contrast(theme, ink, ground) < (MIN_RATIOS[ink] ?? 4.5))
    .map(([ink, ground]) => `${ink} on ${ground}: ${contrast(theme, ink, ground).toFixed(2)}`)
  expect([...new Set(weak)]).toEqual([])
})
