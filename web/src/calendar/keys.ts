import { useEffect, useMemo } from 'react'
import { useTexts } from '../session/language.tsx'
import { type Command, useCommands } from '../shell/commands.tsx'
import type { Span } from './dialog/entry-form.ts'
import type { GridHandle } from './grid/grid-props.ts'
import { nextHour } from './grid/planning.ts'
import { calendarTexts } from './texts.ts'
import { VIEWS, type View } from './view.ts'

export type Turn = Pick<GridHandle, 'today' | 'previous' | 'next' | 'goTo'>

interface Actions {
  turn: Turn
  setView: (view: View) => void
  plan: (span: Span) => void
  print: () => void
  copyWeek: () => void
  showTemplates: () => void
  toggleSide: () => void
}

export function useCalendarCommands(actions: Actions): void {
  const { turn, setView, plan, print, copyWeek, showTemplates, toggleSide } = actions
  const t = useTexts(calendarTexts)
  const commands = useMemo<Command[]>(() => {
    const move = (step: 'today' | 'previous' | 'next', keys: string, name: string): Command => ({
      id: `calendar-${step}`,
      name,
      keys,
      run: turn[step],
    })
    return [
      move('today', 't', t.commands.today),
      move('previous', 'k', t.commands.previous),
      move('next', 'j', t.commands.next),
      ...VIEWS.map(view => ({
        id: `calendar-${view}`,
        name: t.commands[view],
        keys: view.slice(0, 1),
        run: () => setView(view),
      })),
      { id: 'calendar-new', name: t.commands.create, keys: 'n', run: () => plan(nextHour(Date.now())) },
      { id: 'calendar-side', name: t.commands.side, keys: 'o', run: toggleSide },
      { id: 'calendar-print', name: t.commands.print, run: print },
      { id: 'calendar-copy-week', name: t.commands.copyWeek, run: copyWeek },
      { id: 'calendar-week-templates', name: t.weekTemplates, run: showTemplates },
    ]
  }, [t, turn, setView, plan, print, copyWeek, showTemplates, toggleSide])
  useCommands(commands)
}

/** Arrow keys are not registered as commands, so that the list of shortcuts omits them. */
export function useArrowKeys(turn: Turn): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy =
        event.target instanceof Element &&
        event.target.closest('dialog, input, select, textarea, nav, summary')
      if (busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      if (event.key === 'ArrowLeft') turn.previous()
      if (event.key === 'ArrowRight') turn.next()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [turn])
}
