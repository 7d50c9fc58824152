import { en, type Texts } from './en.ts'
import { ko } from './ko.ts'

export type Language = 'en' | 'ko'
export type { Texts } from './en.ts'

export const textsOf = (language: Language): Texts => (language === 'ko' ? ko : en)

/** Finds the language in the locale variables, in the order of precedence that POSIX defines. */
export function languageOf(env: NodeJS.ProcessEnv): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^ko/i.test(locale) ? 'ko' : 'en'
}
