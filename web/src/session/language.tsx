// Each feature defines its texts next to its pages and reads them with `useTexts`.
import { firstLanguage, type Language } from '@daymark/contract/people/language'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { readPreference, useStored } from './storage/preferences.ts'

export type { Language }
export const LANGUAGES: Record<Language, string> = { en: 'English', ko: '한국어' }

/** All languages must define the same texts. */
export type Texts<T> = Record<Language, T>
export const texts = <T,>(all: Texts<T>): Texts<T> => all

const Context = createContext<{ language: Language }>({ language: 'en' })

export const useLanguage = (): { language: Language } => useContext(Context)
export const useTexts = <T,>(all: Texts<T>): T => all[useLanguage().language]

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useStored(currentLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Context value={choices[language]}>{children}</Context>
}

const choices: Record<Language, { language: Language }> = { en: { language: 'en' }, ko: { language: 'ko' } }

/** Returns the user's choice, otherwise the first supported language of the browser, as emails do, otherwise English. */
export const currentLanguage = (): Language =>
  firstLanguage([readPreference('language') ?? '', ...navigator.languages])
