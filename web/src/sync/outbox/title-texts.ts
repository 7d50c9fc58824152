// Separate from `texts.ts`, because the first page does not need these texts.
import { texts } from '../../session/language.tsx'
import { titleTextsEn } from './title-texts-en.ts'
import { titleTextsKo } from './title-texts-ko.ts'

export const titleTexts = texts({ en: titleTextsEn, ko: titleTextsKo })
