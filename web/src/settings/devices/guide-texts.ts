import { texts } from '../../session/language.tsx'
import { guideTextsEn } from './guide-texts-en.ts'
import { guideTextsKo } from './guide-texts-ko.ts'

export const guideTexts = texts({ en: guideTextsEn, ko: guideTextsKo })
