// A click opens a popover, and "More options" opens a form.
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Anchor } from '../../design/popover/anchor.ts'
import { CopyWeek } from '../copy-week/copy-week.tsx'
import { WeekTemplates } from '../copy-week/week-templates.tsx'
import { EditEntry } from '../dialog/edit-entry.tsx'
import type { Span } from '../dialog/entry-form.ts'
import { NewEntry } from '../dialog/new-entry.tsx'
import { SharedEntry } from '../dialog/shared-entry.tsx'
import type { Shown } from '../grid/grid-props.ts'
import { DeadlinePopover } from './deadline-popover.tsx'
import { EntryPopover } from './entry-popover.tsx'
import { NewPopover } from './new-popover.tsx'
import { SubscribedPopover } from './subscribed-popover.tsx'

export type Open =
  | { kind: 'new'; span: Span; anchor: Anchor | undefined; typed?: string }
  | { kind: 'shown'; shown: Shown; anchor: Anchor }
  | { kind: 'edit'; entry: Schedule }
  | { kind: 'copy'; first: string }
  | { kind: 'templates'; first: string }

interface Props {
  open: Open
  onOpen: (open: Open) => void
  onClose: () => void
}

export function OpenDialog({ open, onOpen, onClose }: Props) {
  if (open.kind === 'copy') return <CopyWeek first={open.first} onClose={onClose} />
  if (open.kind === 'templates') return <WeekTemplates first={open.first} onClose={onClose} />
  if (open.kind === 'edit') return <EditEntry entry={open.entry} onClose={onClose} />
  if (open.kind === 'shown') return <ShownPopover open={open} onOpen={onOpen} onClose={onClose} />
  const { span, anchor, typed } = open
  if (!anchor) return <NewEntry span={span} typed={typed} onClose={onClose} />
  return (
    <NewPopover
      span={span}
      anchor={anchor}
      onMore={title => onOpen({ kind: 'new', span, anchor: undefined, typed: title })}
      onClose={onClose}
    />
  )
}

function ShownPopover({ open, onOpen, onClose }: Props & { open: Open & { kind: 'shown' } }) {
  const { shown, anchor } = open
  const { entry, todo, subscribed } = shown
  const onMore = entry && (() => onOpen({ kind: 'edit', entry }))
  if (subscribed) return <SubscribedPopover entry={subscribed} anchor={anchor} onClose={onClose} />
  if (entry?.is_shared) return <SharedEntry entry={entry} anchor={anchor} onClose={onClose} />
  if (todo) return <DeadlinePopover todo={todo} anchor={anchor} onMore={onMore} onClose={onClose} />
  if (!entry || !onMore) return null
  return <EntryPopover entry={entry} anchor={anchor} onMore={onMore} onClose={onClose} />
}
