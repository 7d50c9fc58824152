// Durations in a line. They are certain with "for" or 동안, and otherwise only next to a time of day.
import type { Duration } from '../chip.ts'
import { endsPhrase, isChip, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { minutesOf } from './length.ts'

const MARKED = /(?<=^|\s)for (?=\d|\p{L})/giu
const NUMBER = /(?<=^|[\s(])(?:\d|[한두세네] ?시간|half an hour|an hour)/giu
const AFTER = new Set(
  'with at in on to and about before after by every from via until if when today tonight tomorrow this next'.split(
    ' ',
  ),
)

/** Finds "for 2h" and 2시간 동안; undefined if there is none or more than one. */
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
    // 하루 10분씩 also says how often.
    if (!length || !suffix || /하루에?$/u.test(wordBefore(line, index))) return []
    const range = { start: index, end: index + length.length + suffix.length, minutes: length.minutes }
    return isWhole(line, range) ? [range] : []
  })
  return only([...english, ...korean])
}

/** Finds a duration without a mark: at the end of a phrase, or beside a chip. */
export function bareDuration(line: Line): Duration | undefined {
  const found = [...line.text.matchAll(NUMBER)].flatMap(({ index }) => {
    const length = minutesOf(line.text.slice(index))
    if (!length) return []
    const range = { start: index, end: index + length.length, minutes: length.minutes }
    const before = wordBefore(line, index)
    const beside = isChip(before) || endsPhrase(line, range.end)
    return beside && !/^(?:every|each)$/i.test(before) && isWhole(line, range) ? [range] : []
  })
  return only(found)
}

/** The only duration; one inside another, such as 30분 in 2시간 30분, does not count. */
function only(found: readonly Duration[]): Duration | undefined {
  const outer = found.filter(each => !found.some(other => other.start < each.start && other.end >= each.end))
  return outer.length === 1 ? outer[0] : undefined
}
