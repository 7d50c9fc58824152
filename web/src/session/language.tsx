// Each feature defines its texts next to its pages and reads them with `useTexts`.
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { readPreference, useStored } from './storage/preferences.ts'

export const LANGUAGES = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof LANGUAGES

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

/** Returns the user's choice, otherwise the browser's language. Falls back to English for unsupported languages. */
export function currentLanguage(): Language {
  const wanted = readPreference('language') ?? navigator.language.slice(0, 2)
  return wanted in LANGUAGES ? (wanted as Language) : 'en'
}
