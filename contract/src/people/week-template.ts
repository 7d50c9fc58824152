// A week template is a saved plan that can be applied to other weeks.
import Type from 'typebox'
import { LocalTime } from '../notifications/reminder.ts'
import { ENTRY_TEXTS, type EntryText, perText } from '../planning/entry-texts.ts'
import { Uuid } from '../words.ts'

const strict = { additionalProperties: false }
const Text = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, format: 'storable', description })

const EntryTextOf = (name: EntryText) => {
  const { most, meaning } = ENTRY_TEXTS[name]
  return Type.Union([Type.String({ maxLength: most, format: 'storable' }), Type.Null()], {
    description: meaning,
  })
}
/** Optional, because templates saved by earlier versions do not have these texts. */
const { description: _, ...laterTexts } = perText(name => Type.Optional(EntryTextOf(name)))

/**
 * These limits bound the size of all templates, because every change of the preferences stores all templates in the
 * change log again.
 */
const MOST_TEMPLATES = 20
const MOST_ENTRIES = 100
const MOST_CHARACTERS = 200_000
const MOST_MINUTES = 14 * 24 * 60

export const WeekTemplateEntry = Type.Object(
  {
    weekday: Type.Integer({ minimum: 0, maximum: 6, description: 'The day of the week, 0 = Monday.' }),
    start: LocalTime,
    minutes: Type.Integer({
      minimum: 0,
      maximum: MOST_MINUTES,
      description: 'The duration in minutes of local time; 1,440 for each day of an all-day entry.',
    }),
    all_day: Type.Boolean({
      description: 'Whether the entry is all-day. Its `start` is then `00:00`.',
    }),
    title: Text(255, 'The title of the entry.'),
    description: EntryTextOf('description'),
    ...laterTexts,
    tag_ids: Type.Array(Uuid, {
      maxItems: 100,
      description: 'The tags of the entry. Deleted tags are ignored.',
    }),
  },
  { ...strict, title: 'WeekTemplateEntry' },
)
export type WeekTemplateEntry = Type.Static<typeof WeekTemplateEntry>

export const WeekTemplate = Type.Object(
  {
    id: Uuid,
    name: Text(100, 'The name of the template.'),
    entries: Type.Array(WeekTemplateEntry, {
      maxItems: MOST_ENTRIES,
      description: 'The entries in the week.',
    }),
  },
  { ...strict, title: 'WeekTemplate' },
)
export type WeekTemplate = Type.Static<typeof WeekTemplate>

export const WeekTemplates = Type.Refine(
  Type.Array(WeekTemplate, {
    maxItems: MOST_TEMPLATES,
    description: `Named weekly plans that can be applied to other weeks. At most ${MOST_CHARACTERS} characters as JSON.`,
  }),
  list => JSON.stringify(list).length <= MOST_CHARACTERS,
  () => `must not have more than ${MOST_CHARACTERS} characters in total`,
)
