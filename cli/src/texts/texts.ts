import { firstLanguage, type Language } from '@daymark/contract/people/language'
import { en, type Texts } from './en.ts'
import { ko } from './ko.ts'

export type { Texts } from './en.ts'
export type { Language }

export const textsOf = (language: Language): Texts => (language === 'ko' ? ko : en)

/** Finds the language in the locale variables, in the order of precedence that POSIX defines. */
export const languageOf = (env: NodeJS.ProcessEnv): Language =>
  firstLanguage([env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''])
