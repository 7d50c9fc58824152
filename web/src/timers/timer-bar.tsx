import type { Timer } from '@daymark/contract/timers/timer'
import { useMemo, useState } from 'react'
import { SelectionBar } from '../selection/bar.tsx'
import { ShareManyDialog, TagDialog } from '../selection/dialogs.tsx'
import { selectionTexts } from '../selection/texts.ts'
import { useBulk } from '../selection/use-bulk.ts'
import type { ListSelection } from '../selection/use-selection.ts'
import { useSelectionCommands } from '../selection/use-selection-commands.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'

interface Props {
  timers: readonly Timer[]
  selection: ListSelection
}

type Change = Parameters<ReturnType<typeof useClient>['timers']['bulk']>[0]['body']['change']

export function TimerBar({ timers, selection }: Props) {
  const t = useTexts(selectionTexts)
  const client = useClient()
  const bulk = useBulk()
  const [open, setOpen] = useState<'tag' | 'share'>()
  const chosen = useMemo(() => timers.filter(({ id }) => selection.ids.has(id)), [timers, selection.ids])
  const what = t.timers(chosen.length)
  const run = (change: Change, said: string) => {
    bulk(
      chosen,
      (live, some) =>
        live.write(client.timers.bulk, { body: { ids: some.map(({ id }) => id), change, atomic: false } }),
      said,
    )
    selection.clear()
  }
  const remove = () => run({ delete: true }, t.removed(what))
  useSelectionCommands(selection, remove)
  return (
    <SelectionBar
      selection={selection}
      count={t.timers}
      total={timers.length}
      actions={[
        { id: 'tag', name: t.tag, icon: 'tags', run: () => setOpen('tag') },
        { id: 'share', name: t.share, icon: 'share', run: () => setOpen('share') },
        { id: 'remove', name: t.remove, icon: 'trash', kind: 'danger', run: remove },
      ]}
    >
      {open === 'tag' ? (
        <TagDialog
          what={what}
          present={chosen.flatMap(timer => timer.tags)}
          onClose={() => setOpen(undefined)}
          onChange={tags => run(tags, t.tagged(what))}
        />
      ) : null}
      {open === 'share' ? (
        <ShareManyDialog
          what={what}
          onClose={() => setOpen(undefined)}
          onShare={visibility => run({ visibility }, t.shared(what))}
        />
      ) : null}
    </SelectionBar>
  )
}
