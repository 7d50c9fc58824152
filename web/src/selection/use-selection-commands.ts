// Delete and Escape apply to the selection, even if the focus is outside the list.
import { useMemo } from 'react'
import { useTexts } from '../session/language.tsx'
import { useCommands } from '../shell/commands.tsx'
import { selectionTexts } from './texts.ts'
import type { ListSelection } from './use-selection.ts'

export function useSelectionCommands({ isOn, ids, clear }: ListSelection, remove: () => void): void {
  const t = useTexts(selectionTexts)
  const hasSome = ids.size > 0
  useCommands(
    useMemo(() => {
      if (!isOn) return []
      const end = { id: 'selection-end', name: t.end, keys: 'Escape', run: clear }
      const removal = { id: 'selection-remove', name: t.removeSelected, keys: 'Delete', run: remove }
      return hasSome ? [end, removal] : [end]
    }, [isOn, hasSome, clear, remove, t]),
  )
}
