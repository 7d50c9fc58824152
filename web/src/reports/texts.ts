import { texts } from '../session/language.tsx'
import { en } from './texts-en.ts'
import { ko } from './texts-ko.ts'

export const reportTexts = texts({ en, ko })
