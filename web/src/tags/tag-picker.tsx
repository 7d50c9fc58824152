// Tag chips by group. The first selected tag determines the color of an entry.

import { Skeleton } from '../design/states.tsx'
import { chipStyle } from './chip-style.ts'
import './tag-picker.css'
import { useTagGroups } from './use-tags.ts'

interface Props {
  legend: string
  /** Shown if there are no tags. */
  none: string
  chosen: readonly string[]
  onChosen: (ids: string[]) => void
  fault: string | undefined
  /** Shows only these tags. */
  among?: ReadonlySet<string>
}

export function TagPicker({ legend, none, chosen, onChosen, fault, among }: Props) {
  const { data } = useTagGroups()
  const tags = data?.flatMap(group => group.tags).filter(tag => !among || among.has(tag.id))
  const toggle = (id: string, on: boolean) =>
    onChosen(on ? [...chosen, id] : chosen.filter(each => each !== id))
  return (
    <fieldset className="field tag-picker">
      <legend className="label">{legend}</legend>
      {tags === undefined ? <Skeleton lines={1} /> : null}
      {tags?.length === 0 ? <p className="hint">{none}</p> : null}
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
