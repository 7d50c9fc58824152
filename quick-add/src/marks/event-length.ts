// The length before an event's name: "2 hour workshop", "30-min call with Bob", 2시간짜리 회의 (a two-hour meeting).
import type { Duration } from '../chip.ts'
import { endsPhrase, isWhole, type Line, TAKEN } from '../line.ts'
import { only } from './durations.ts'
import { minutesOf } from './length.ts'

/**
 * In minutes. Shorter and longer lengths belong to names: 1분 자기소개 (a pitch), 3분 카레 (an instant curry), "24 hour
 * race", "48 hours movie night".
 */
const [SHORTEST, LONGEST] = [5, 12 * 60]
const BEGINNING = new RegExp(`^[\\s${TAKEN}]*(an? (?!(?:half )?hour))?`, 'iu')
/** "400m swim" contains a distance. */
const METERS = /^\d+[ -]?m$/i
/**
 * A capital letter after the first character makes the length part of a name: "30 Minute Meals", but not "Half hour
 * call".
 */
const NAME = /^.+\p{Lu}/u

/**
 * After a length, these words show that the phrase names no event: "10 minutes late", "2 hours before the flight".
 */
const NO_EVENT =
  /^(?:late|early|before|after|until|till|from|to|in|at|on|off|and|or|ago|left|more|less|max|min|per|away|apart|only|is|was|delayed)\b/i
/**
 * These things have a length of their own that is not the task's length: a "2 hour delay policy", "30 minute
 * meals", "5 minute video editing".
 */
const THING =
  /\b(?:prep|preparation|edit(?:ing|s)?|delay|notice|warning|reminder|timer|mark|limit|rule|policy|parking|pass|ticket|voucher|meals|recipes|dinners|crafts|hacks|city|guide|book|pharmacy|kit|window|delivery|video|clip|script|deadline|clock|format|glue|cream|battery|photo|order)\b/i
const PHRASE = new RegExp(
  `^[^${TAKEN},;:(]*?(?=$|[${TAKEN},;:(]| (?:with|at|for|about|on|in|re|to|w/)(?= |$))`,
  'iu',
)

const KOREAN_PHRASE = new RegExp(`^[^${TAKEN},;:(]*`, 'u')
const KOREAN = /(?<=^|[\s(])(?:\d|[한두세네] ?시간)/gu
/** 30분 뒤 (in 30 minutes), 10분 거리 (10 minutes away) and 5분 간격 (every 5 minutes) name no event. */
const KOREAN_NO_EVENT =
  /^(?:뒤|후|전|간격|이상|이하|이내|내|안|초과|미만|정도|쯤|일찍|늦게|지각|연장|거리|단위|무제한|남음|만|마다|대기)(?:에|의|로|으로|까지|부터)?(?:\s|$)/u
/**
 * Tasks about something with its own length: 5분짜리 영상 편집 (edit a five-minute video), 2시간 주차권 사기 (buy a parking
 * ticket).
 */
const KOREAN_TASK =
  /(?:반납|예약|예매|구매|구입|주문|결제|신청|접수|제출|편집|제작|준비|작성|업로드|등록|취소|연장|환불|배송|교환|수리|알림|만들기|사기|찾기|보내기|올리기|고르기|정하기|빌리기|돌려주기|옮기기|바꾸기|고치기|공유)\s*$/u

/** Returns undefined if the length may belong to something else, or if the line has several lengths. */
export const eventLength = (line: Line): Duration | undefined => english(line) ?? korean(line)

function english(line: Line): Duration | undefined {
  const [beginning = '', article = ''] = BEGINNING.exec(line.text) ?? []
  const start = beginning.length
  const text = line.text.slice(start)
  const read = minutesOf(text)
  if (!read || read.minutes < SHORTEST || read.minutes > LONGEST) return undefined
  const length = text.slice(0, read.length)
  if (METERS.test(length) || NAME.test(length) || isKorean(length)) return undefined
  const [lead = ''] = /^(?:[ -]long| of)?(?= )/i.exec(text.slice(read.length)) ?? []
  const range = { start: start - article.length, end: start + read.length + lead.length }
  const rest = line.text.slice(range.end)
  const named = PHRASE.exec(rest.trimStart())?.[0] ?? ''
  const isEvent = /^ \p{L}/u.test(rest) && !NO_EVENT.test(named) && !THING.test(named)
  return isEvent && isWhole(line, range) ? { ...range, minutes: read.minutes } : undefined
}

const isKorean = (text: string): boolean => /\p{Script=Hangul}/u.test(text)

/** Without 짜리, only one or two words may follow, because a longer phrase may describe a thing. */
function korean(line: Line): Duration | undefined {
  const found = [...line.text.matchAll(KOREAN)].flatMap(({ index }) => {
    const read = minutesOf(line.text.slice(index))
    if (!read || read.minutes > LONGEST || !isKorean(line.text.slice(index, index + read.length))) return []
    const [suffix = ''] = /^ ?짜리/u.exec(line.text.slice(index + read.length)) ?? []
    const range = { start: index, end: index + read.length + suffix.length, minutes: read.minutes }
    const rest = line.text.slice(range.end)
    const [named = ''] = KOREAN_PHRASE.exec(rest.trimStart()) ?? []
    if (!isWhole(line, range) || KOREAN_TASK.test(named) || KOREAN_NO_EVENT.test(named)) return []
    if (suffix) return [range]
    const leads = line.text.slice(0, index).replaceAll(TAKEN, '').trim() === '' && read.minutes >= SHORTEST
    return leads && !endsPhrase(line, range.end) && /^\p{L}+(?: \p{L}+)?\s*$/u.test(named) ? [range] : []
  })
  return only(found)
}
