// Loaded when the first dialog opens, so that the code of the day page stays small.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import { DeadlineDialog } from '../calendar/deadlines/deadline-dialog.tsx'
import { EditEntry } from '../calendar/dialog/edit-entry.tsx'
import type { ApplyTo } from '../calendar/entries/address.ts'
import '../calendar/dialog/entry-dialog.css'
import { NewEntry } from '../calendar/dialog/new-entry.tsx'
import { ScopeDialog } from '../calendar/dialog/scope-dialog.tsx'
import { SharedEntry } from '../calendar/dialog/shared-entry.tsx'
import { DeadlinePopover } from '../calendar/popover/deadline-popover.tsx'
import type { Gap, TrackedBlock } from './timeline/blocks.ts'
import { GapDialog } from './tracked/gap-dialog.tsx'
import type { Suggestion } from './tracked/suggestions.ts'
import { TrackedDialog } from './tracked/tracked-dialog.tsx'

export type Open =
  | { kind: 'new'; span: { start: number; end: number } }
  | { kind: 'entry'; entry: Schedule }
  | { kind: 'deadline'; todo: Todo; entry: Schedule }
  | { kind: 'moved-deadline'; title: string; start: string; choose: (movesDeadline: boolean) => void }
  | { kind: 'tracked'; block: TrackedBlock; at: number | undefined }
  | { kind: 'gap'; gap: Gap | undefined }
  | { kind: 'scope'; what: 'edit' | 'delete'; resetsSingles: boolean; choose: (applyTo: ApplyTo) => void }

interface Props {
  open: Open
  /** Derives suggestions from the visible blocks. */
  suggest: (gap: Gap) => readonly Suggestion[]
  onOpen: (open: Open) => void
  onClose: () => void
}

export default function DayDialog({ open, suggest, onOpen, onClose }: Props) {
  if (open.kind === 'new') return <NewEntry span={open.span} onClose={onClose} />
  if (open.kind === 'tracked') return <TrackedDialog block={open.block} at={open.at} onClose={onClose} />
  if (open.kind === 'gap')
    return <GapDialog gap={open.gap} suggestions={open.gap ? suggest(open.gap) : []} onClose={onClose} />
  if (open.kind === 'scope')
    return (
      <ScopeDialog
        what={open.what}
        resetsSingles={open.resetsSingles}
        onChoose={applyTo => {
          onClose()
          open.choose(applyTo)
        }}
        onClose={onClose}
      />
    )
  if (open.kind === 'deadline') {
    const { todo, entry } = open
    const onMore = () => onOpen({ kind: 'entry', entry })
    return <DeadlinePopover todo={todo} anchor={undefined} onMore={onMore} onClose={onClose} />
  }
  if (open.kind === 'moved-deadline')
    return (
      <DeadlineDialog
        title={open.title}
        start={open.start}
        onChoose={movesDeadline => {
          onClose()
          open.choose(movesDeadline)
        }}
        onClose={onClose}
      />
    )
  if (open.entry.is_shared) return <SharedEntry entry={open.entry} onClose={onClose} />
  return <EditEntry entry={open.entry} onClose={onClose} />
}
