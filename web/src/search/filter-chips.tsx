import { SEARCH_KINDS } from '@daymark/contract/search/search-kinds'
import { useTexts } from '../session/language.tsx'
import { useTagGroups } from '../tags/use-tags.ts'
import { searchTexts } from './texts.ts'
import type { Filters } from './use-search.ts'

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

export function FilterChips({ filters, onChange }: Props) {
  const t = useTexts(searchTexts)
  const tags = (useTagGroups().data ?? []).flatMap(group => group.tags)
  const { kinds, scope, progress, tagId } = filters
  const toggled = <T,>(value: T, now: T | undefined) => (now === value ? undefined : value)
  return (
    <fieldset className="search-filters" aria-label={t.filters}>
      {SEARCH_KINDS.map(kind => (
        <Chip
          key={kind}
          name={t.kinds[kind]}
          isOn={kinds.includes(kind)}
          onClick={() =>
            onChange({
              ...filters,
              kinds: kinds.includes(kind) ? kinds.filter(each => each !== kind) : [...kinds, kind],
            })
          }
        />
      ))}
      <span className="search-divider" aria-hidden="true" />
      {(['open', 'done'] as const).map(each => (
        <Chip
          key={each}
          name={t[each]}
          isOn={progress === each}
          onClick={() => onChange({ ...filters, progress: toggled(each, progress) })}
        />
      ))}
      {(['mine', 'shared'] as const).map(each => (
        <Chip
          key={each}
          name={t.scopes[each]}
          isOn={scope === each}
          onClick={() => onChange({ ...filters, scope: toggled(each, scope) })}
        />
      ))}
      {tags.length > 0 ? (
        <select
          className="chip plain search-chip"
          aria-label={t.tag}
          data-on={tagId !== undefined}
          value={tagId ?? ''}
          onChange={event => onChange({ ...filters, tagId: event.target.value || undefined })}
        >
          <option value="">{t.anyTag}</option>
          {tags.map(tag => (
            <option key={tag.id} value={tag.id}>
              {tag.name}
            </option>
          ))}
        </select>
      ) : null}
    </fieldset>
  )
}

const Chip = ({ name, isOn, onClick }: { name: string; isOn: boolean; onClick: () => void }) => (
  <button type="button" className="chip plain search-chip" aria-pressed={isOn} onClick={onClick}>
    {name}
  </button>
)
