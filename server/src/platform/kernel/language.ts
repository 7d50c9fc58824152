// The languages of pages and emails, and the choice among them.
export type Language = 'en' | 'ko'

/** Returns the language of the first known language tag, such as `ko-KR`; English if none is known. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags
    .map(tag => tag.trim().toLowerCase().split('-')[0])
    .find((tag): tag is Language => tag === 'en' || tag === 'ko') ?? 'en'

/** The languages of an `Accept-Language` header, in their order. */
export const acceptedTags = (header: string | undefined): string[] =>
  (header ?? '').split(',').map(part => part.split(';')[0] ?? '')
