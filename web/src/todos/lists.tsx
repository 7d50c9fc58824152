// The list tabs: one per todo group, others' todos, and a field for a new list.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useWrite } from '../sync/use-write.ts'
import { todoTexts } from './texts.ts'

interface Props {
  groups: readonly TagGroup[]
  /** The id of a list, or one of `OTHERS`. */
  chosen: string | undefined
  choose: (id: string) => void
}

/** The lists with todos of other people: shared with the user, and public. */
export const OTHERS = ['shared', 'discover'] as const

const FIRST_COLOR = '#1B6F6A'

export function Lists({ groups, chosen, choose }: Props) {
  const t = useTexts(todoTexts)
  const [adding, setAdding] = useState(groups.length === 0)
  return (
    <fieldset className="row bare-fieldset chip-line" aria-label={t.groups}>
      {groups.map(group => (
        <button
          key={group.id}
          type="button"
          className="chip list-chip"
          aria-pressed={group.id === chosen}
          style={{ '--chip': group.color } as React.CSSProperties}
          onClick={() => choose(group.id)}
        >
          <bdi>{group.name}</bdi>
        </button>
      ))}
      {OTHERS.map(each => (
        <button
          key={each}
          type="button"
          className="chip plain list-chip"
          aria-pressed={chosen === each}
          title={t.othersHints[each]}
          onClick={() => choose(each)}
        >
          {t.others[each]}
        </button>
      ))}
      {adding ? (
        <NewList onDone={() => setAdding(false)} choose={choose} />
      ) : (
        <Button kind="quiet" onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.newList}
        </Button>
      )}
    </fieldset>
  )
}

function NewList({ onDone, choose }: { onDone: () => void; choose: (id: string) => void }) {
  const t = useTexts(todoTexts)
  const client = useClient()
  const write = useWrite()
  const field = useQuickAdd('list', name => {
    const given = write(live =>
      live.write(client.tags.createGroup, { body: { name, color: FIRST_COLOR, is_todo_group: true } }),
    )
    if (!given) return undefined
    if (given.id !== null) choose(given.id)
    onDone()
    return given
  })
  const submit = (event: FormEvent) => {
    field.onSubmit(event)
    if (field.typed.trim() === '') onDone()
  }
  return (
    <form className="row new-list-form" onSubmit={submit}>
      <input
        dir="auto"
        className="input new-list"
        aria-label={t.listName}
        placeholder={t.listName}
        maxLength={255}
        {...field.inputProps}
      />
      <Button type="submit">{t.newList}</Button>
    </form>
  )
}
