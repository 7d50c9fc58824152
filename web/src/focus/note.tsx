// A field for a thought that would interrupt the work. It becomes a todo of the default list.
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useFirstTodo } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { readPreference } from '../session/storage/preferences.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { focusPageTexts } from './texts.ts'

export function DistractionNote() {
  const t = useTexts(focusPageTexts)
  const client = useClient()
  const act = useAction()
  const addFirst = useFirstTodo()
  const { data: groups } = useTagGroups()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const title = text.trim()
    if (title === '' || !groups) return
    const list = groups.find(({ id }) => id === readPreference('default-list')) ?? groups[0]
    if (list) {
      const body = { title, tag_group_id: list.id }
      act(live => live.write(client.todos.create, { body }), t.noted(title, list.name))
    } else addFirst({ title })
    setText('')
  }
  return (
    <form className="focus-note" onSubmit={submit}>
      <label className="stack">
        <span className="soft">{t.note}</span>
        <input
          className="input"
          dir="auto"
          maxLength={255}
          autoComplete="off"
          placeholder={t.noteHint}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={text.trim() === ''}>
        {t.saveNote}
      </Button>
    </form>
  )
}
