// Korean holidays are a table, so that a new decree adds only one line. Sources: Act on Public Holidays; Regulations on
// Holidays of Government Offices; yearly almanacs up to 2027.
export interface KoreanNames {
  ko: string
  en: string
}

/**
 * Since the year `since`, the law grants a substitute if the holiday falls on one of these days (1 = Monday, 7 =
 * Sunday).
 */
interface WeekendRule {
  since: number
  days: readonly number[]
}

export interface FixedDay {
  day: string
  name: KoreanNames
  eras: readonly { from: number; to?: number; type: 'public' | 'bank' | 'observance'; name?: KoreanNames }[]
  weekend?: WeekendRule
}

export interface LunarDay {
  month: number
  day: number
  length: number
  name: KoreanNames
  weekend: WeekendRule
}

const WEEKEND = [6, 7]
const SUNDAY_ONLY = [7]
const ALWAYS = [{ from: 0, type: 'public' }] as const

/** Day 0 is the last day of the previous month, because Seollal begins on the eve of the first day. */
export const LUNAR_DAYS: readonly LunarDay[] = [
  {
    month: 1,
    day: 0,
    length: 3,
    name: { ko: '설날', en: 'Korean New Year' },
    weekend: { since: 2014, days: SUNDAY_ONLY },
  },
  {
    month: 8,
    day: 14,
    length: 3,
    name: { ko: '추석', en: 'Korean Thanksgiving' },
    weekend: { since: 2014, days: SUNDAY_ONLY },
  },
  {
    month: 4,
    day: 8,
    length: 1,
    name: { ko: '부처님오신날', en: "Buddha's Birthday" },
    weekend: { since: 2023, days: WEEKEND },
  },
]

export const FIXED_DAYS: readonly FixedDay[] = [
  { day: '01-01', name: { ko: '신정', en: "New Year's Day" }, eras: ALWAYS },
  {
    day: '03-01',
    name: { ko: '3·1절', en: 'Independence Movement Day' },
    eras: ALWAYS,
    weekend: { since: 2021, days: WEEKEND },
  },
  {
    day: '04-05',
    name: { ko: '식목일', en: 'Arbor Day' },
    eras: [
      { from: 1961, to: 2005, type: 'public' },
      { from: 2006, type: 'observance' },
    ],
  },
  {
    day: '05-01',
    name: { ko: '노동절', en: 'Labour Day' },
    eras: [
      // Only employees have this paid day off: banks and companies close, public offices stay open.
      { from: 1994, to: 2025, type: 'bank', name: { ko: '근로자의 날', en: "Workers' Day" } },
      { from: 2026, type: 'public' },
    ],
    weekend: { since: 2026, days: WEEKEND },
  },
  {
    day: '05-05',
    name: { ko: '어린이날', en: "Children's Day" },
    eras: ALWAYS,
    weekend: { since: 2014, days: WEEKEND },
  },
  { day: '06-06', name: { ko: '현충일', en: 'Memorial Day' }, eras: ALWAYS },
  {
    day: '07-17',
    name: { ko: '제헌절', en: 'Constitution Day' },
    eras: [
      { from: 1949, to: 2007, type: 'public' },
      { from: 2008, to: 2025, type: 'observance' },
      { from: 2026, type: 'public' },
    ],
    weekend: { since: 2026, days: WEEKEND },
  },
  {
    day: '08-15',
    name: { ko: '광복절', en: 'Liberation Day' },
    eras: ALWAYS,
    weekend: { since: 2021, days: WEEKEND },
  },
  {
    day: '10-03',
    name: { ko: '개천절', en: 'National Foundation Day' },
    eras: ALWAYS,
    weekend: { since: 2021, days: WEEKEND },
  },
  {
    day: '10-09',
    name: { ko: '한글날', en: 'Hangul Day' },
    eras: [
      { from: 1949, to: 1990, type: 'public' },
      { from: 1991, to: 2012, type: 'observance' },
      { from: 2013, type: 'public' },
    ],
    weekend: { since: 2021, days: WEEKEND },
  },
  {
    day: '12-25',
    name: { ko: '기독탄신일', en: 'Christmas Day' },
    eras: ALWAYS,
    weekend: { since: 2023, days: WEEKEND },
  },
]

const ASSEMBLY = { ko: '국회의원 선거일', en: 'National Assembly Election Day' }
const PRESIDENT = { ko: '대통령 선거일', en: 'Presidential Election Day' }
const LOCAL = { ko: '전국동시지방선거일', en: 'Local Election Day' }
const TEMPORARY = { ko: '임시공휴일', en: 'Temporary Public Holiday' }

/** Elections and holidays by decree since 2000. Elections after 2028 are not listed yet. */
export const DECREED: readonly { date: string; name: KoreanNames }[] = [
  { date: '2000-04-13', name: ASSEMBLY },
  { date: '2002-06-13', name: LOCAL },
  { date: '2002-07-01', name: TEMPORARY },
  { date: '2002-12-19', name: PRESIDENT },
  { date: '2004-04-15', name: ASSEMBLY },
  { date: '2006-05-31', name: LOCAL },
  { date: '2007-12-19', name: PRESIDENT },
  { date: '2008-04-09', name: ASSEMBLY },
  { date: '2010-06-02', name: LOCAL },
  { date: '2012-04-11', name: ASSEMBLY },
  { date: '2012-12-19', name: PRESIDENT },
  { date: '2014-06-04', name: LOCAL },
  { date: '2015-08-14', name: TEMPORARY },
  { date: '2016-04-13', name: ASSEMBLY },
  { date: '2016-05-06', name: TEMPORARY },
  { date: '2017-05-09', name: PRESIDENT },
  { date: '2017-10-02', name: TEMPORARY },
  { date: '2018-06-13', name: LOCAL },
  { date: '2020-04-15', name: ASSEMBLY },
  { date: '2020-08-17', name: TEMPORARY },
  { date: '2022-03-09', name: PRESIDENT },
  { date: '2022-06-01', name: LOCAL },
  { date: '2023-10-02', name: TEMPORARY },
  { date: '2024-04-10', name: ASSEMBLY },
  { date: '2024-10-01', name: TEMPORARY },
  { date: '2025-01-27', name: TEMPORARY },
  { date: '2025-06-03', name: PRESIDENT },
  { date: '2026-06-03', name: LOCAL },
  { date: '2028-04-12', name: ASSEMBLY },
]
