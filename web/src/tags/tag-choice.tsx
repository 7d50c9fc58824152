import type { Tag } from '@daymark/contract/planning/tags'
import type { CSSProperties } from 'react'

interface Props {
  legend: string
  /** Shown if there are no tags. */
  none?: string
  tags: readonly Tag[] | undefined
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}

export const TagChoice = ({ legend, none, tags, chosen, onChange }: Props) => (
  <fieldset className="tag-choice">
    <legend className="soft">{legend}</legend>
    {none && tags?.length === 0 ? <p className="soft">{none}</p> : null}
    {tags?.map(tag => (
      <label key={tag.id} className="chip" style={{ '--chip': tag.color } as CSSProperties}>
        <input
          type="checkbox"
          checked={chosen.has(tag.id)}
          onChange={() => onChange(new Set(chosen).symmetricDifference(new Set([tag.id])))}
        />
        <bdi>{tag.name}</bdi>
      </label>
    ))}
  </fieldset>
)
