// Without "for" or 동안 (for), a duration counts only in a line with a time of day or a timer.
import type { Duration } from '../chip.ts'
import { endsPhrase, isChip, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { minutesOf, WORD } from './length.ts'

const MARKED = /(?<=^|\s)for (?=\d|\p{L})/giu
const NUMBER = new RegExp(
  `(?<=^|[\\s(])(?:\\d|[한두세네] ?시간|half[ -](?:an )?hour|an hour|(?:${WORD}) (?:hour|min))`,
  'giu',
)
/** A day, in minutes. */
const LONGEST = 1440
const AFTER = new Set(
  'with at in on to and about before after by every from via until if when today tonight tomorrow this next'.split(
    ' ',
  ),
)

/** Finds a duration such as "for 2h" or 2시간 동안. Returns undefined if there is none or more than one. */
export function markedDuration(line: Line): Duration | undefined {
  const english = [...line.text.matchAll(MARKED)].flatMap(({ index, 0: lead }) => {
    const length = minutesOf(line.text.slice(index + lead.length))
    if (!length) return []
    const range = { start: index, end: index + lead.length + length.length, minutes: length.minutes }
    const goesOn = !endsPhrase(line, range.end) && !AFTER.has(wordAfter(line, range.end).toLowerCase())
    return goesOn || !isWhole(line, range) ? [] : [range]
  })
  const korean = [...line.text.matchAll(NUMBER)].flatMap(({ index }) => {
    const length = minutesOf(line.text.slice(index))
    const suffix = length && /^(?: ?동안|간|씩)/u.exec(line.text.slice(index + length.length))?.[0]
    // 하루 10분씩 (10 minutes a day) is a rate, not a duration.
    if (!length || !suffix || /하루에?$/u.test(wordBefore(line, index))) return []
    const range = { start: index, end: index + length.length + suffix.length, minutes: length.minutes }
    return isWhole(line, range) ? [range] : []
  })
  return only([...english, ...korean])
}

/** Finds a duration without "for" or 동안: at the end of a phrase, or next to a chip. */
export function bareDuration(line: Line): Duration | undefined {
  const found = [...line.text.matchAll(NUMBER)].flatMap(({ index }) => {
    const length = minutesOf(line.text.slice(index))
    if (!length) return []
    // In "for two hours Saturday 10am", `markedDuration` finds nothing, because a word follows. A chip now covers the
    // date, so the duration includes "for".
    const lead = /(?:^|(?<=[\s\uE000]))for $/i.exec(line.text.slice(0, index))?.[0].length ?? 0
    const range = { start: index - lead, end: index + length.length, minutes: length.minutes }
    const before = wordBefore(line, index)
    // "14h30" is a time on French clocks.
    if (/^(?:1[3-9]|2\d)h\d/i.test(line.text.slice(index))) return []
    // "Watch 60 Minutes" is a name, and nothing takes 52 hours.
    if (/\d ?\p{Lu}\p{L}/u.test(line.text.slice(index, range.end)) || length.minutes > LONGEST) return []
    const beside = isChip(before) || endsPhrase(line, range.end)
    return beside &&
      !/^(?:every|each|in|within|after|before|under|over|per|a|the)$/i.test(before) &&
      isWhole(line, range)
      ? [range]
      : []
  })
  return only(found)
}

/** Returns undefined if there are several. 30분 (30 minutes) inside 2시간 30분 (2 hours 30 minutes) does not count. */
export function only(found: readonly Duration[]): Duration | undefined {
  const outer = found.filter(each => !found.some(other => other.start < each.start && other.end >= each.end))
  return outer.length === 1 ? outer[0] : undefined
}
