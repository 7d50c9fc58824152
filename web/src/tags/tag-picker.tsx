// Tags as chips to tick, by group. The first one gives the entry its colour.
import { useQuery } from '@tanstack/react-query'
import { entryTexts } from '../calendar/dialog/entry-texts.ts'
import { chipStyle } from '../calendar/grid/chip-style.ts'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'

interface Props {
  chosen: readonly string[]
  onChosen: (ids: string[]) => void
  fault: string | undefined
}

export function useTagGroups() {
  const client = useClient()
  return useQuery({
    queryKey: ['tags', 'groups'],
    queryFn: () => client.tags.listGroups({ query: { limit: 500 } }),
  })
}

export function TagPicker({ chosen, onChosen, fault }: Props) {
  const t = useTexts(entryTexts)
  const { data } = useTagGroups()
  const tags = data?.flatMap(group => group.tags)
  const toggle = (id: string, on: boolean) =>
    onChosen(on ? [...chosen, id] : chosen.filter(each => each !== id))
  return (
    <fieldset className="field tag-picker">
      <legend className="label">{t.tags}</legend>
      {tags === undefined ? <Skeleton lines={1} /> : null}
      {tags?.length === 0 ? <p className="hint">{t.noTags}</p> : null}
      <div className="row tag-chips">
        {tags?.map(tag => (
          <label key={tag.id} className="chip tag-chip" style={chipStyle(tag.color)}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={chosen.includes(tag.id)}
              onChange={event => toggle(tag.id, event.target.checked)}
            />
            <bdi>{tag.name}</bdi>
          </label>
        ))}
      </div>
      {fault ? <p className="fault">{fault}</p> : null}
    </fieldset>
  )
}
