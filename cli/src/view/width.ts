// In a terminal, East Asian characters and emoji take two columns, and combining marks take none.

import { visibleText } from '@daymark/contract/validation/visible-text'

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const INVISIBLE = /^[\p{Mark}\p{Cc}\p{Cf}]+$/u
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u
/** The wide and fullwidth ranges from Unicode Standard Annex 11. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
]

const isWide = (point: number): boolean => WIDE.some(([first, last]) => point >= first && point <= last)

function columnsOf(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0
  return EMOJI.test(grapheme) || isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1
}

export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segments.segment(text)) width += columnsOf(segment)
  return width
}

/** Shortens text to `most` columns. Clipped text ends with an ellipsis. */
export function clip(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let kept = ''
  let width = 0
  for (const { segment } of segments.segment(text)) {
    width += columnsOf(segment)
    if (width > most - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))

export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - widthOf(text))) + text

/** Returns one line that cannot control the terminal, because titles can come from other people. */
export const plain = (text: string): string => visibleText(text.replaceAll(/\s+/g, ' ')).trim()
