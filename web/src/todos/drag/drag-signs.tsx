// The drag feedback: the dragged todo, its target, and the drop zone for the top level.
import type { RefObject } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import type { Edge } from '../order/use-order.ts'
import { todoTexts } from '../texts.ts'
import type { Row } from '../tree/tree.ts'
import { type Drag, TOP_LEVEL } from './use-drag.ts'

export type DragPart = 'dragged' | 'target' | Edge

export function partOf({ todo }: Row, drag: Drag | undefined): DragPart | undefined {
  if (drag?.id === todo.id) return 'dragged'
  return drag?.target === todo.id ? (drag.edge ?? 'target') : undefined
}

interface Props {
  drag: Drag
  ghost: RefObject<HTMLDivElement | null>
  /** True if the dragged todo is already at the top level. */
  isRoot: boolean
}

export function DragSigns({ drag, ghost, isRoot }: Props) {
  const t = useTexts(todoTexts)
  return (
    <>
      {isRoot ? null : (
        <div id={TOP_LEVEL} className={drag.target === null ? 'top-level is-target' : 'top-level'}>
          <Icon name="left" size={15} /> {t.toTopLevel}
        </div>
      )}
      <div ref={ghost} className="drag-ghost" aria-hidden="true">
        <bdi>{drag.title}</bdi>
      </div>
    </>
  )
}
