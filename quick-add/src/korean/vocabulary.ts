import { TAKEN } from '../line.ts'

const WEEKDAYS = '월화수목금토일'

export const RELATIVE_DAYS: Record<string, number> = {
  오늘: 0,
  오늘밤: 0,
  '오늘 밤': 0,
  금일: 0,
  내일: 1,
  명일: 1,
  낼: 1,
  모레: 2,
  내일모레: 2,
  글피: 3,
  어제: -1,
  어저께: -1,
  그제: -2,
  그저께: -2,
}

/** Native Korean numbers, which are used for hours. */
export const HOURS: Record<string, number> = {
  한: 1,
  두: 2,
  세: 3,
  네: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열한: 11,
  열두: 12,
  열: 10,
}

/** Native Korean words for numbers of days. */
export const DAYS: Record<string, number> = {
  하루: 1,
  이틀: 2,
  사흘: 3,
  나흘: 4,
  닷새: 5,
  엿새: 6,
  열흘: 10,
  보름: 15,
}

/** These numbers are used before units such as weeks and months. */
export const COUNTS: Record<string, number> = { 한: 1, 두: 2, 세: 3, 네: 4, 이: 2, 삼: 3 }

/** After a date or time, these words make it inexact: before, after, within, between, about, or, instead of. */
export const VAGUE_NEXT = '전|후|뒤|이전|이후|이내|무렵|사이|정도|쯤|아니면|또는|혹은|아니고|말고|빼고'

/** A list of weekdays: 월수금, 월·수·금, 월,수, 월요일과 목요일, 월요일, 수요일. */
export const WEEKDAY_LIST =
  '[월화수목금토일]요일(?:(?:(?:과|와|이랑|하고|,|·|/) ?| )(?:[월화수목금토일]요일))*|[월화수목금토일](?:[,·/] ?[월화수목금토일])+|[월화수목금토일]{2,7}'

/** 0 is Monday. */
export function weekdaysIn(text: string): number[] {
  const letters = text.includes('요일')
    ? [...text.matchAll(/([월화수목금토일])요일/gu)].map(match => match[1] ?? '')
    : [...text]
  const found = letters.map(letter => WEEKDAYS.indexOf(letter)).filter(index => index >= 0)
  return [...new Set(found)].sort((a, b) => a - b)
}

const TO_NEXT = '(?: ?[~,·/-] ?|(?<=요일)(?:부터|이나|이랑|하고|과|와)? )'
const UNREAD_DAY = new RegExp(
  `(?<![\\p{L}\\d])(?:[월화수목금토일](?:요일)?${TO_NEXT}[월화수목금토일](?:요일)?|주말|지난 ?(?:주 ?)?[월화수목금토일](?:요일|욜)|(?:크리스마스|성탄절|설날|추석)(?: ?이브)?)(?:까지|에|은|는)? ?${TAKEN}`,
  'u',
)

/**
 * True if a time in the text follows days that quick add does not understand: several weekdays, as in 월~금 오전 9시
 * (Monday to Friday 9 am) and 월요일이나 화요일 오후 3시 (Monday or Tuesday 3 pm), 주말 (weekend), 지난 수요일 (last Wednesday), or
 * a holiday such as 크리스마스 (Christmas).
 */
export const isUnreadDay = (text: string): boolean => UNREAD_DAY.test(text)
