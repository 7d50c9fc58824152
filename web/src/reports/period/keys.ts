// Uses the calendar's shortcuts for actions that the calendar has too.
import { useEffect, useMemo } from 'react'
import { useTexts } from '../../session/language.tsx'
import { type Command, useCommands } from '../../shell/commands.tsx'
import { reportTexts } from '../texts.ts'
import { KINDS } from './period.ts'
import type { Viewing } from './use-view.ts'

export function useReportCommands({ choose, toggleCompare, previous, next, today }: Viewing): void {
  const t = useTexts(reportTexts)
  const commands = useMemo<Command[]>(
    () => [
      { id: 'reports-today', name: t.commands.today, keys: 't', run: today },
      { id: 'reports-previous', name: t.commands.previous, keys: 'k', run: previous },
      { id: 'reports-next', name: t.commands.next, keys: 'j', run: next },
      ...KINDS.map(kind => ({
        ...{ id: `reports-${kind}`, name: t.commands[kind], run: () => choose(kind) },
        // The shortcut `c` toggles the comparison, so the custom period has none.
        ...(kind !== 'custom' && { keys: kind.slice(0, 1) }),
      })),
      { id: 'reports-compare', name: t.commands.compare, keys: 'c', run: toggleCompare },
      { id: 'reports-print', name: t.commands.print, run: () => window.print() },
    ],
    [t, choose, toggleCompare, previous, next, today],
  )
  useCommands(commands)
}

/**
 * Arrow keys also change the period, but they are not in the list of shortcuts. Inside charts, they move between the
 * parts.
 */
export function useArrowKeys({ previous, next }: Pick<Viewing, 'previous' | 'next'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy =
        event.target instanceof Element &&
        event.target.closest('dialog, input, select, textarea, nav, .hits, summary')
      if (busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      if (event.key === 'ArrowLeft') previous()
      if (event.key === 'ArrowRight') next()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [previous, next])
}
