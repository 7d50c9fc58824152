// The calendar uses the same keys for the same actions, except that `d` shows its day view.
import { useEffect, useMemo } from 'react'
import { useTexts } from '../session/language.tsx'
import { type Command, useCommands } from '../shell/commands.tsx'
import { DATE_FIELD } from './head.tsx'
import { dayTexts } from './texts.ts'

interface Actions {
  step: (days: number) => void
  today: () => void
  plan: () => void
  toggleTodos: () => void
}

export function useDayCommands({ step, today, plan, toggleTodos }: Actions): void {
  const { commands: t } = useTexts(dayTexts)
  const commands = useMemo<Command[]>(
    () => [
      { id: 'day-today', name: t.today, keys: 't', run: today },
      { id: 'day-previous', name: t.previous, keys: 'k', run: () => step(-1) },
      { id: 'day-next', name: t.next, keys: 'j', run: () => step(1) },
      { id: 'day-date', name: t.date, keys: 'd', run: () => document.getElementById(DATE_FIELD)?.focus() },
      { id: 'day-entry', name: t.entry, keys: 'n', run: plan },
      { id: 'day-todos', name: t.todos, keys: 'o', run: toggleTodos },
    ],
    [t, step, today, plan, toggleTodos],
  )
  useCommands(commands)
}

/** Arrow keys are not registered as commands, so that the list of shortcuts omits them. */
export function useDayArrows(step: (days: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isBusy =
        event.target instanceof Element &&
        event.target.closest('dialog, input, select, textarea, nav, summary')
      if (
        isBusy ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.shiftKey
      )
        return
      if (event.key === 'ArrowLeft') step(-1)
      if (event.key === 'ArrowRight') step(1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [step])
}
