import { VAGUE_NEXT } from './vocabulary.ts'

/**
 * 3시 전 (before 3), 3시 10분 전 (10 minutes before 3), 오늘 이후 (after today), 1월 5일, 6일 (January 5, 6) and 내일 아니면
 * (tomorrow or) are not exact moments. 오늘 하루 (all of today) and 오늘 뭐 먹지 (what do I eat today) are not plans.
 */
const VAGUE = `(?! (?:하루|뭐|무엇|왜|어디|어떻게)(?:\\s|$))(?! \\S+는 \\S)(?!, ?\\d{1,2}일(?:에|까지|부터)?(?:[\\s,]|$))(?! ?(?:\\d{1,3} ?분 ?)?(?:${VAGUE_NEXT})(?:에|까지|부터)?(?:\\s|$))`

/** Returns a pattern that matches the source between spaces, chips or punctuation, unless vague words follow. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![^\\s\\uE000(])(?:${source})(?=$|[\\s,;!?)\\uE000]|[:.…](?:\\s|$))${VAGUE}`, 'gu')
}
