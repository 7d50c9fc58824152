// Commands of the pages and the frame, available in the command palette and by shortcut.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

export interface Command {
  id: string
  name: string
  /** Examples: `n`, `g t` (a sequence), `mod+k` (Ctrl or Cmd), `mod+shift+z`. */
  keys?: string
  run: () => void
}

interface Registry {
  commands: Command[]
  add: (commands: Command[]) => () => void
}

const Context = createContext<Registry>({ commands: [], add: () => () => {} })

export const useCommandList = (): Command[] => useContext(Context).commands

/** Registers commands while the component is mounted. Pass a stable array (`useMemo`). */
export function useCommands(commands: Command[]): void {
  const { add } = useContext(Context)
  useEffect(() => add(commands), [add, commands])
}

export function CommandProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<Command[][]>([])
  const value = useMemo<Registry>(
    () => ({
      commands: groups.flat(),
      add: commands => {
        setGroups(all => [...all, commands])
        return () => setGroups(all => all.filter(each => each !== commands))
      },
    }),
    [groups],
  )
  // Keeps `add` stable, because a new one would make every component register its commands again.
  const add = useRef(value.add)
  const stable = useMemo(() => ({ commands: value.commands, add: add.current }), [value.commands])
  useShortcuts(value.commands)
  return <Context value={stable}>{children}</Context>
}

const SEQUENCE_MS = 1200
/** The only shortcut that also works while the user types in a field. */
const OPEN_PALETTE = 'mod+k'

function useShortcuts(commands: Command[]): void {
  const pending = useRef({ key: '', at: 0 })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pressed = describe(event)
      if (pressed === OPEN_PALETTE ? false : isTyping(event.target, pressed)) return
      const { key, at } = pending.current
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${key} ${pressed}` : pressed
      const command =
        commands.find(each => each.keys === sequence) ?? commands.find(each => each.keys === pressed)
      pending.current = command ? { key: '', at: 0 } : { key: pressed, at: event.timeStamp }
      if (!command) return
      event.preventDefault()
      command.run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [commands])
}

function describe(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  const shift = mod && event.shiftKey ? 'shift+' : ''
  return mod + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key)
}

/** True if a key belongs to the focused field. Shortcuts with Ctrl or Cmd still work on checkboxes. */
function isTyping(target: EventTarget | null, pressed: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (pressed.startsWith('mod+') && target instanceof HTMLInputElement && target.type === 'checkbox')
    return false
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('dialog') !== null
  )
}
