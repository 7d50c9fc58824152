// The list tabs: one per todo group, others' todos, and a field for a new list.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { type FormEvent, useState } from 'react'
import { Button } from '../design/button.tsx'
import { UnsavedTexts } from '../design/forms/unsaved.tsx'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useTagChange } from '../tags/use-tags.ts'
import { todoTexts } from './texts.ts'

interface Props {
  groups: TagGroup[]
  /** The id of a list, or one of `OTHERS`. */
  chosen: string | undefined
  choose: (id: string) => void
}

/** Todos of other people: shared with me, and public ones. */
export const OTHERS = ['shared', 'discover'] as const

const FIRST_COLOUR = '#1B6F6A'

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
  const change = useTagChange()
  const show = (id: string) => {
    choose(id)
    onDone()
  }
  const field = useQuickAdd('list', {
    async store(name, id) {
      const body = { id, name, color: FIRST_COLOUR, is_todo_group: true }
      await change.mutateAsync(() => client.tags.createGroup({ body }))
      show(id)
    },
    async find(id) {
      await client.tags.getGroup({ params: { group_id: id } })
      show(id)
    },
  })
  const submit = (event: FormEvent) => {
    field.onSubmit(event)
    if (field.typed.trim() === '') onDone()
  }
  return (
    <div className="stack new-list-form">
      <form className="row" onSubmit={submit}>
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
      <UnsavedTexts {...field} />
    </div>
  )
}
