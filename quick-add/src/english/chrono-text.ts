// Prepares the line for chrono-node. Every replacement has the length of the original, so that positions stay valid.
import { TAKEN } from '../line.ts'

const DAYTIME = /(\S*\s*)\b(morning|afternoon|evening|night|midnight)\b/gi
/** The words before a part of the day that make it part of a date. Otherwise "Parents evening" would be this evening. */
const DATED = new RegExp(`^(?:tomorrow|today|this|\\w+day|${TAKEN}+)$`, 'i')
/** Numbers that are not dates: amounts of money, ticket numbers, addresses. */
const NO_DATE = /[$€£¥₩#]\S+|\S+@\S+|\S+:\/\/\S+/g
/** The number in "Midterm 2 Nov 18", which chrono would read as November 2, 2018. */
const BEFORE_MONTH =
  /\b\d{1,2}(?= (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?![\d:]| ?[ap]\.?m\b))/gi

/** "Saturday the 21st", which `month-days.ts` reads. */
const WEEKDAY_AND_DATE =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun),? the \d{1,2}(?:st|nd|rd|th)\b/gi

export const chronoText = (text: string): string =>
  text
    .replace(NO_DATE, hidden)
    .replace(BEFORE_MONTH, hidden)
    .replace(WEEKDAY_AND_DATE, hidden)
    .replace(/(?<=\d)[–—](?=\d)/g, '-')
    .replace(/(?<=\b(?:to|until|till) |[-–] ?)midnight\b/gi, '12:00 am')
    .replace(DAYTIME, (all, before: string, word: string) =>
      DATED.test(before.trim()) ? all : before + hidden(word),
    )
    .replace(/@(?= ?\d)/g, ',')
    .replace(/\btues\b/gi, 'tue.')
    .replace(/\bfrom today\b/gi, 'henceforth')

const hidden = (text: string): string => '_'.repeat(text.length)
