// The language of the app. Each feature defines its texts next to its pages and reads them with `useTexts`.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { readPreference, writePreference } from './storage/preferences.ts'

export const LANGUAGES = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof LANGUAGES

/** Texts of one feature in every language. The English texts define the type. */
export type Texts<T> = Record<Language, T>
export const texts = <T,>(all: Texts<T>): Texts<T> => all

interface Choice {
  language: Language
  choose: (language: Language) => void
}

const Context = createContext<Choice>({ language: 'en', choose: () => {} })

export const useLanguage = (): Choice => useContext(Context)
export const useTexts = <T,>(all: Texts<T>): T => all[useLanguage().language]

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(initialLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        writePreference('language', next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <Context value={choice}>{children}</Context>
}

function initialLanguage(): Language {
  const wanted = readPreference('language') ?? navigator.language.slice(0, 2)
  return wanted in LANGUAGES ? (wanted as Language) : 'en'
}
