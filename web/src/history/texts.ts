import { texts } from '../session/language.tsx'
import { type HistoryTexts, historyTextsEn } from './texts-en.ts'
import { historyTextsKo } from './texts-ko.ts'

export const historyTexts = texts<HistoryTexts>({ en: historyTextsEn, ko: historyTextsKo })
