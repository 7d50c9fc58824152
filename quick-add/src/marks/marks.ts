// Marks: #tag, /group, !priority, ~estimate and @todo. A mark with an unknown name stays text.
import type { Chip, ChipType, Context } from '../chip.ts'
import { cover, isWhole, type Line } from '../line.ts'
import { minutesOf } from './length.ts'

interface Found {
  chips: Chip[]
  line: Line
}

const PRIORITIES: Record<string, number> = {
  none: 0,
  low: 1,
  medium: 2,
  med: 2,
  high: 3,
  없음: 0,
  낮음: 1,
  보통: 2,
  중간: 2,
  높음: 3,
  '1': 1,
  '2': 2,
  '3': 3,
}

/** `p1` and `!!!` are the highest, as people type it elsewhere; `!1` to `!3` are the numbers of the API. */
const SHORT_PRIORITIES: Record<string, number> = { p1: 3, p2: 2, p3: 1, p4: 0, '!!!': 3, '!!': 2, '!': 1 }
const SHORT = /(?<=^|\s)(?:p[1-4]|!{1,3})(?=\s|$)/giu

const STARTS = /(?<=^|\s)([#/!~@])(?=\S)/gu

export function findMarks(line: Line, context: Context): Found {
  let found: Found = { chips: [], line }
  for (const match of line.text.matchAll(STARTS)) {
    const start = match.index
    if (found.line.text[start] !== match[1]) continue
    const mark = readMark(found.line, start, context, found.chips)
    if (!mark) continue
    const chip = { ...mark, start, text: line.text.slice(start, mark.end) }
    found = { chips: [...found.chips, chip], line: cover(found.line, chip) }
  }
  if (!found.chips.some(({ type }) => type === 'priority')) {
    const { text } = found.line
    const [match, ...others] = [...text.matchAll(SHORT)].filter(each => !isProduct(each, text))
    if (match && others.length === 0 && found.line.text.trim() !== match[0]) {
      const range = { start: match.index, end: match.index + match[0].length }
      const value = SHORT_PRIORITIES[match[0].toLowerCase()] ?? 0
      found = {
        chips: [...found.chips, { type: 'priority', text: match[0], ...range, value }],
        line: cover(found.line, range),
      }
    }
  }
  return found
}

/** "Buy P2 mask" names a thing; "p2" and "Fix login P2" are marks. */
const isProduct = ({ index, 0: mark }: RegExpExecArray, text: string): boolean =>
  mark.startsWith('P') &&
  text.slice(0, index).trim() !== '' &&
  /^ [\p{L}\p{N}]/u.test(text.slice(index + mark.length))

/** Marks with names that do not exist. They stay text, and a chip says so. */
export function unknownMarks(line: Line): Chip[] {
  return [...line.text.matchAll(UNKNOWN)].map(({ index, 0: text, 1: sign = '' }) => ({
    type: UNKNOWN_TYPES[sign] ?? 'tag',
    text,
    start: index,
    end: index + text.length,
    value: text.slice(1),
    understood: false,
  }))
}
const UNKNOWN = /(?<=^|\s)([#/@+])(?=\p{L})[\p{L}\p{N}_-]+(?=\s|$)/gu
const UNKNOWN_TYPES: Record<string, ChipType> = { '#': 'tag', '/': 'group', '@': 'todo', '+': 'person' }

type Read = Pick<Chip, 'type' | 'value' | 'end'>

function readMark(line: Line, start: number, context: Context, before: readonly Chip[]): Read | undefined {
  const at = start + 1
  const single = (type: ChipType) => !before.some(chip => chip.type === type)
  switch (line.text[start]) {
    case '#':
      return named(line, at, 'tag', context.tags)
    case '/':
      return single('group') ? named(line, at, 'group', context.groups) : undefined
    case '@': {
      const titled = context.todos.map(({ id, title }) => ({ id, name: title }))
      return single('todo') ? named(line, at, 'todo', titled) : undefined
    }
    case '!':
      return single('priority') ? priority(line, at) : undefined
    default:
      return single('estimate') ? estimate(line, at) : undefined
  }
}

/** Finds the longest known name at this position. Names may contain spaces. Ignores names that two items share. */
function named(
  line: Line,
  at: number,
  type: ChipType,
  known: readonly { id: string; name: string }[],
): Read | undefined {
  const rest = fold(line.text.slice(at))
  const fitting = known.filter(({ name }) => {
    const folded = fold(name)
    return folded !== '' && rest.startsWith(folded) && isWhole(line, { start: at - 1, end: at + name.length })
  })
  const longest = Math.max(0, ...fitting.map(({ name }) => name.length))
  const [first, ...others] = fitting.filter(({ name }) => name.length === longest)
  return first && others.length === 0 ? { type, value: first.id, end: at + longest } : undefined
}

const fold = (text: string): string => text.toLowerCase()

function priority(line: Line, at: number): Read | undefined {
  const word = /^[\p{L}\p{N}]+/u.exec(line.text.slice(at))?.[0] ?? ''
  const value = PRIORITIES[fold(word)]
  const end = at + word.length
  // "!high!" is an exclamation.
  const isMark = line.text[end] !== '!' && isWhole(line, { start: at - 1, end })
  return value !== undefined && isMark ? { type: 'priority', value, end } : undefined
}

function estimate(line: Line, at: number): Read | undefined {
  const read = minutesOf(line.text.slice(at))
  if (!read) return undefined
  const end = at + read.length
  return isWhole(line, { start: at - 1, end }) ? { type: 'estimate', value: read.minutes, end } : undefined
}
