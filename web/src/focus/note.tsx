// Turns a distracting thought into a todo in the default list, so that the user can continue to work.
import { defaultGroup } from '@daymark/quick-add/default-group'
import { Button } from '../design/button.tsx'
import { useFirstTodo } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { readPreference } from '../session/storage/preferences.ts'
import { useQuickAdd } from '../sync/use-quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { focusPageTexts } from './texts.ts'

export function DistractionNote() {
  const t = useTexts(focusPageTexts)
  const client = useClient()
  const act = useAction()
  const addFirst = useFirstTodo()
  const { data: groups } = useTagGroups()
  const { typed, onSubmit, inputProps } = useQuickAdd('note', title => {
    if (!groups) return undefined
    const chosen = defaultGroup({ groups, default_group_id: readPreference('default-list') ?? null })
    const list = groups.find(({ id }) => id === chosen)
    if (!list) return addFirst({ title })
    const body = { title, tag_group_id: list.id }
    return act(live => live.write(client.todos.create, { body }), t.noted(title, list.name))
  })
  return (
    <form className="focus-note" onSubmit={onSubmit}>
      <label className="stack">
        <span className="soft">{t.note}</span>
        <input
          className="input"
          dir="auto"
          maxLength={255}
          autoComplete="off"
          placeholder={t.noteHint}
          {...inputProps}
        />
      </label>
      <Button type="submit" disabled={typed.trim() === ''}>
        {t.saveNote}
      </Button>
    </form>
  )
}
