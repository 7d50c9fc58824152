import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Choice } from '../design/forms/choice.tsx'
import { useTexts } from '../session/language.tsx'
import { useTagGroups } from '../tags/use-tags.ts'
import { LinkField } from '../timers/links/link-field.tsx'
import { linkOf } from '../timers/links/links.ts'
import { useTodoNames } from '../timers/links/use-linkables.ts'
import type { View } from './period/address.ts'
import type { Viewing } from './period/use-view.ts'
import { reportTexts } from './texts.ts'

export function Filters({ viewing: { view, change } }: { viewing: Viewing }) {
  const t = useTexts(reportTexts)
  const { data: groups = [] } = useTagGroups()
  const tags = groups
    .filter(({ id }) => view.group === undefined || id === view.group)
    .flatMap(group => group.tags)
  const isFiltered = (view.group ?? view.tag ?? view.todo) !== undefined
  return (
    <>
      <FilterWords view={view} />
      <div className="card panel report-filters">
        <Choice
          label={t.group}
          value={view.group ?? ''}
          choices={[['', t.allGroups], ...groups.map(({ id, name }) => [id, name] as const)]}
          onChange={group => change({ group: group || undefined, tag: undefined })}
        />
        <Choice
          label={t.tag}
          value={view.tag ?? ''}
          choices={[['', t.allTags], ...tags.map(({ id, name }) => [id, name] as const)]}
          onChange={tag => change({ tag: tag || undefined })}
        />
        <TodoFilter todo={view.todo} onChoose={todo => change({ todo })} />
        <label className="row report-compare">
          <input
            type="checkbox"
            checked={view.compare}
            onChange={event => change({ compare: event.target.checked })}
          />
          {t.compare}
        </label>
        {isFiltered ? (
          <Button kind="quiet" onClick={() => change({ group: undefined, tag: undefined, todo: undefined })}>
            {t.clear}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Lists the active filters in print, where the controls are hidden. */
function FilterWords({ view }: { view: View }) {
  const t = useTexts(reportTexts)
  const { data: groups = [] } = useTagGroups()
  const names = useTodoNames()
  const tags = groups.flatMap(group => group.tags)
  const words = [
    [t.group, groups.find(({ id }) => id === view.group)?.name],
    [t.tag, tags.find(({ id }) => id === view.tag)?.name],
    [t.todo, [...names].find(([, id]) => id === view.todo)?.[0]],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return words.length > 0 ? <p className="report-filter-words">{words.join(' · ')}</p> : null
}

interface TodoProps {
  todo: string | undefined
  onChoose: (todo: string | undefined) => void
}

function TodoFilter({ todo, onChoose }: TodoProps) {
  const t = useTexts(reportTexts)
  const names = useTodoNames()
  const [typed, setTyped] = useState<string>()
  const chosen = [...names].find(([, id]) => id === todo)?.[0] ?? ''
  const onType = (text: string) => {
    setTyped(text)
    const found = linkOf(text, names)
    if (found !== undefined && (found ?? undefined) !== todo) onChoose(found ?? undefined)
  }
  // Discards the typed text when the filter changes elsewhere, for example with the Back button.
  const found = typed === undefined ? undefined : linkOf(typed, names)
  const isCurrent = found === undefined || (found ?? undefined) === todo
  return (
    <LinkField
      label={t.todo}
      names={names}
      start={chosen}
      typed={isCurrent ? typed : undefined}
      onType={onType}
    />
  )
}
