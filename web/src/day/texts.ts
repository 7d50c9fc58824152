import { texts } from '../session/language.tsx'
import { dayTextsEn } from './texts-en.ts'
import { dayTextsKo } from './texts-ko.ts'

export const dayTexts = texts({ en: dayTextsEn, ko: dayTextsKo })
