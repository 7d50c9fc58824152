import { useMemo } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { type Command, useCommands } from '../../shell/commands.tsx'
import { useSync } from '../context.ts'
import { syncTexts } from '../texts.ts'

export function UndoShortcuts() {
  const sync = useSync()
  const toast = useToast()
  const t = useTexts(syncTexts)
  const commands = useMemo<Command[]>(() => {
    if (!sync) return []
    const run = (work: () => Promise<boolean>, done: string, nothing: string) =>
      void work().then(
        isDone => toast(isDone ? done : nothing),
        (error: unknown) => toast(messageOf(error)),
      )
    return [
      {
        id: 'undo',
        name: t.commandUndo,
        keys: 'mod+z',
        run: () => run(sync.undo.undo, t.undone, t.nothingToUndo),
      },
      {
        id: 'redo',
        name: t.commandRedo,
        keys: 'mod+shift+z',
        run: () => run(sync.undo.redo, t.redone, t.nothingToRedo),
      },
    ]
  }, [sync, toast, t])
  useCommands(commands)
  return null
}
