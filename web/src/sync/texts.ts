import { texts } from '../session/language.tsx'
import { syncTextsEn } from './texts-en.ts'
import { syncTextsKo } from './texts-ko.ts'

export const syncTexts = texts({ en: syncTextsEn, ko: syncTextsKo })
