import { type ReactNode, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Missing, type Query } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'

interface Props<T> {
  titleId: string
  title: string
  hints: readonly string[]
  none: string
  query: Query<readonly T[]>
  item: (item: T) => ReactNode
  add?: { text: string; dialog: (onClose: () => void) => ReactNode }
  /** Shown below the list. */
  children?: ReactNode
}

export function ItemsPanel<T>({ titleId, title, hints, none, query, item, add, children }: Props<T>) {
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby={titleId}>
      <div className="row spread">
        <h2 id={titleId}>{title}</h2>
        {add ? (
          <Button onClick={() => setAdding(true)}>
            <Icon name="plus" /> {add.text}
          </Button>
        ) : null}
      </div>
      {hints.map(hint => (
        <p key={hint} className="soft">
          {hint}
        </p>
      ))}
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{none}</p> : null}
      <ul className="plain-list">{data?.map(item)}</ul>
      {children}
      {adding ? add?.dialog(() => setAdding(false)) : null}
    </section>
  )
}
