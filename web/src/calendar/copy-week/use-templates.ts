import { newId } from '@daymark/client/random-id'
import type { WeekTemplate, WeekTemplateEntry } from '@daymark/contract/people/week-template'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { usePreferences } from '../../sync/preferences/use-preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { templateTexts } from './texts.ts'

/** The API's limit per user. */
export const MOST_TEMPLATES = 20
/** The API's limit per template. */
const MOST_ENTRIES = 100

export function useTemplates() {
  const t = useTexts(templateTexts)
  const client = useClient()
  const act = useAction()
  const { shown } = usePreferences()
  const templates = shown?.week_templates ?? []
  const write = (week_templates: WeekTemplate[], said: string) =>
    act(live => live.write(client.users.updatePreferences, { body: { week_templates } }), said)
  return {
    templates,
    isLoaded: shown !== undefined,
    save(name: string, entries: readonly WeekTemplateEntry[]): void {
      write([...templates, { id: newId(), name, entries: entries.slice(0, MOST_ENTRIES) }], t.saved(name))
    },
    rename(id: string, name: string): void {
      write(
        templates.map(each => (each.id === id ? { ...each, name } : each)),
        t.renamed(name),
      )
    },
    remove({ id, name }: WeekTemplate): void {
      write(
        templates.filter(each => each.id !== id),
        t.removed(name),
      )
    },
  }
}
