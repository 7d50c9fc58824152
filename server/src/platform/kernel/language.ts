// The languages of server-rendered pages and emails.
export type Language = 'en' | 'ko'

/** Returns the first supported language, or English if there is none. Accepts tags such as `ko-KR`. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags
    .map(tag => tag.trim().toLowerCase().split('-')[0])
    .find((tag): tag is Language => tag === 'en' || tag === 'ko') ?? 'en'

/** Ignores quality values. */
export const acceptedTags = (header: string | undefined): string[] =>
  (header ?? '').split(',').map(part => part.split(';')[0] ?? '')
