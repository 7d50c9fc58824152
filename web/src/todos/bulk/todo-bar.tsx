import type { LiveConnection } from '@daymark/client'
import type { Todo } from '@daymark/contract/planning/todos'
import { useMemo, useState } from 'react'
import { SelectionBar } from '../../selection/bar.tsx'
import { ShareManyDialog, TagDialog } from '../../selection/dialogs.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { type BulkItem, useBulk } from '../../selection/use-bulk.ts'
import type { ListSelection } from '../../selection/use-selection.ts'
import { useSelectionCommands } from '../../selection/use-selection-commands.ts'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { FOCUSABLE_ROW } from '../tree/use-row-focus.ts'
import { DeadlineDialog } from './deadline-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'

interface Props {
  /** All todos in the list. */
  all: readonly Todo[]
  total: number
  selection: ListSelection
}

export function TodoBar({ all, total, selection }: Props) {
  const t = useTexts(selectionTexts)
  const change = useTodoBulk()
  const [open, setOpen] = useState<'move' | 'tag' | 'date' | 'share'>()
  const chosen = useMemo(() => all.filter(({ id }) => selection.ids.has(id)), [all, selection.ids])
  const what = t.todos(chosen.length)
  const run = (body: TodoBulkChange, said: string, items = chosen) => {
    change(items, body, said)
    selection.clear()
  }
  const remove = () => run({ delete: true }, t.removed(what))
  useSelectionCommands(selection, remove)
  const close = () => setOpen(undefined)
  return (
    <SelectionBar
      selection={selection}
      count={t.todos}
      total={total}
      focusAfter={FOCUSABLE_ROW}
      actions={[
        {
          id: 'complete',
          name: t.complete,
          icon: 'check',
          run: () => run({ status: 'DONE' }, t.completed(what)),
        },
        { id: 'date', name: t.reschedule, icon: 'calendar', run: () => setOpen('date') },
        { id: 'move', name: t.move, icon: 'right', run: () => setOpen('move') },
        { id: 'tag', name: t.tag, icon: 'tags', run: () => setOpen('tag') },
        { id: 'share', name: t.share, icon: 'share', run: () => setOpen('share') },
        { id: 'remove', name: t.remove, icon: 'trash', kind: 'danger', run: remove },
      ]}
    >
      {open === 'date' ? (
        <DeadlineDialog
          what={what}
          onClose={close}
          onChoose={deadline => run({ deadline }, t.rescheduled(what))}
        />
      ) : null}
      {open === 'move' ? (
        <MoveDialog
          what={what}
          chosen={chosen}
          onClose={close}
          onMove={place => run(place, t.moved(what), topOf(chosen))}
        />
      ) : null}
      {open === 'tag' ? (
        <TagDialog
          what={what}
          present={chosen.flatMap(todo => todo.tags)}
          onClose={close}
          onChange={tags => run(tags, t.tagged(what))}
        />
      ) : null}
      {open === 'share' ? (
        <ShareManyDialog
          what={what}
          onClose={close}
          onShare={visibility => run({ visibility }, t.shared(what))}
        />
      ) : null}
    </SelectionBar>
  )
}

type TodoBulkChange = NonNullable<
  Parameters<ReturnType<typeof useClient>['todos']['bulk']>[0]
>['body']['change']

function useTodoBulk() {
  const client = useClient()
  const bulk = useBulk()
  return (items: readonly BulkItem[], change: TodoBulkChange, said: string) =>
    bulk(
      items,
      (live: LiveConnection, some) =>
        live.write(client.todos.bulk, { body: { ids: some.map(({ id }) => id), change, atomic: false } }),
      said,
    )
}

/** Returns the selected todos whose parent is not selected. The others move together with their parents. */
function topOf(chosen: readonly Todo[]): Todo[] {
  const ids = new Set(chosen.map(({ id }) => id))
  return chosen.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
}
