import type { Schedule } from '@daymark/contract/planning/schedule'
import { useState } from 'react'
import { useToast } from '../../design/toast.tsx'
import { SelectionBar } from '../../selection/bar.tsx'
import { ShareManyDialog, TagDialog } from '../../selection/dialogs.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { useBulk } from '../../selection/use-bulk.ts'
import type { ListSelection } from '../../selection/use-selection.ts'
import { useSelectionCommands } from '../../selection/use-selection-commands.ts'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { bulkTargets } from './bulk-targets.ts'
import { ShiftDialog } from './shift-dialog.tsx'

interface Props {
  /** The selectable entries, in display order. */
  entries: readonly Schedule[]
  selection: ListSelection
}

type Change = Parameters<ReturnType<typeof useClient>['schedules']['bulk']>[0]['body']['change']

export function AgendaBar({ entries, selection }: Props) {
  const t = useTexts(selectionTexts)
  const client = useClient()
  const bulk = useBulk()
  const toast = useToast()
  const [open, setOpen] = useState<'shift' | 'tag' | 'share'>()
  const chosen = entries.filter(({ id }) => selection.ids.has(id))
  const what = t.entries(chosen.length)
  const run = (change: Change, said: string) => {
    bulk(
      chosen.map(({ id, parent_id, instance_start }) =>
        instance_start === null ? { id } : { id: parent_id ?? id, instance_start },
      ),
      (live, some) =>
        live.write(client.schedules.bulk, {
          query: { timezone: timezone() },
          body: { ...bulkTargets(some), change, atomic: false },
        }),
      said,
    )
    selection.clear()
  }
  const remove = () => run({ delete: true }, t.removed(what))
  useSelectionCommands(selection, remove)
  const close = () => setOpen(undefined)
  const share = () =>
    chosen.some(({ instance_start }) => instance_start !== null) ? toast(t.onlySeries) : setOpen('share')
  return (
    <SelectionBar
      selection={selection}
      count={t.entries}
      total={entries.length}
      actions={[
        {
          id: 'complete',
          name: t.complete,
          icon: 'check',
          run: () => run({ state: 'COMPLETED' }, t.completed(what)),
        },
        { id: 'shift', name: t.reschedule, icon: 'calendar', run: () => setOpen('shift') },
        { id: 'tag', name: t.tag, icon: 'tags', run: () => setOpen('tag') },
        { id: 'share', name: t.share, icon: 'share', run: share },
        { id: 'remove', name: t.remove, icon: 'trash', kind: 'danger', run: remove },
      ]}
    >
      {open === 'shift' ? (
        <ShiftDialog
          what={what}
          onClose={close}
          onShift={shift_days => run({ shift_days }, t.rescheduled(what))}
        />
      ) : null}
      {open === 'tag' ? (
        <TagDialog
          what={what}
          present={chosen.flatMap(entry => entry.tags)}
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
