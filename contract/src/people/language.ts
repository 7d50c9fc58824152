/** The languages of the apps, of server-rendered pages, and of emails and notifications. */
export const LANGUAGES = ['en', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * Returns the first supported language, or English if there is none. Accepts tags such as `ko-KR` and locales such as
 * `ko_KR.UTF-8`. Pages, emails and notifications share this rule, so that nobody gets a mixture of languages.
 */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOf).find(language => language !== undefined) ?? 'en'

/** True if the tag is of this language, whatever its region. `kok-IN` is not Korean. */
export const isIn = (tag: string, language: Language): boolean => languageOf(tag) === language

function languageOf(tag: string): Language | undefined {
  const primary = tag
    .trim()
    .toLowerCase()
    .split(/[-_.@]/)[0]
  return LANGUAGES.find(language => language === primary)
}
