// Pages and the frame register commands for the command palette and for shortcuts.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pressedKeys } from '../design/pressed-keys.ts'

export interface Command {
  id: string
  name: string
  /** Examples: `n`, `g t` (a sequence), `mod+k` (Ctrl or Cmd), `mod+shift+z`. */
  keys?: string
  /** True if the command acts on the selected item. It takes precedence over a page command with the same keys. */
  forSelected?: boolean
  run: () => void
}

type Add = (commands: Command[]) => () => void

/** Separate from the list, so that components that add commands do not render again when the list changes. */
const AddContext = createContext<Add>(() => () => {})
const ListContext = createContext<Command[]>([])

export const useCommandList = (): Command[] => useContext(ListContext)

/** Registers commands while the component is mounted. Pass a memoized array. */
export function useCommands(commands: Command[]): void {
  const add = useContext(AddContext)
  // A passive effect runs too late for fast typing. A key would act on the previously selected row.
  useLayoutEffect(() => add(commands), [add, commands])
}

export function CommandProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<Command[][]>([])
  const add = useCallback<Add>(commands => {
    setGroups(all => [...all, commands])
    return () => setGroups(all => all.filter(each => each !== commands))
  }, [])
  const commands = useMemo(() => groups.flat(), [groups])
  useShortcuts(commands)
  return (
    <AddContext value={add}>
      <ListContext value={commands}>{children}</ListContext>
    </AddContext>
  )
}

const SEQUENCE_MS = 1200
/** This shortcut works even in a field or a dialog. */
const OPEN_PALETTE = 'mod+k'
/** These shortcuts belong to a field only while it has text to undo. */
const UNDO = new Set(['mod+z', 'mod+shift+z'])

function useShortcuts(commands: Command[]): void {
  const pending = useRef({ key: '', at: 0 })
  const typed = useTypedTexts()
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const pressed = pressedKeys(event)
      if (pressed !== OPEN_PALETTE && isTyping(event.target, pressed, typed)) return
      const { key, at } = pending.current
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${key} ${pressed}` : pressed
      const command = withKeys(commands, sequence) ?? withKeys(commands, pressed)
      pending.current = command ? { key: '', at: 0 } : { key: pressed, at: event.timeStamp }
      if (!command) return
      event.preventDefault()
      command.run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [commands, typed])
}

/** Maps each field to its text after the user's last change. */
type TypedTexts = WeakMap<EventTarget, string>

function useTypedTexts(): TypedTexts {
  const [typed] = useState<TypedTexts>(() => new WeakMap())
  useLayoutEffect(() => {
    const onInput = ({ target }: Event) => {
      if (isTextField(target)) typed.set(target, target.value)
    }
    addEventListener('input', onInput, true)
    return () => removeEventListener('input', onInput, true)
  }, [typed])
  return typed
}

function withKeys(commands: readonly Command[], keys: string): Command | undefined {
  const found = commands.filter(each => each.keys === keys)
  return found.find(each => each.forSelected) ?? found[0]
}

/** True if the key belongs to the focused field or to an open dialog. A checkbox needs only the space bar. */
function isTyping(target: EventTarget | null, pressed: string, typed: TypedTexts): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog') !== null) return true
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return pressed === ' '
  if (UNDO.has(pressed)) return hasUndo(target, typed)
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** True if the field has text or the user deleted its text. A field cleared by adding an item has nothing to undo. */
function hasUndo(target: HTMLElement, typed: TypedTexts): boolean {
  if (!isTextField(target)) return target.isContentEditable
  return target.value !== '' || typed.get(target) === ''
}

const NO_TEXT = new Set(['radio', 'range', 'color', 'button', 'submit', 'file'])
const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.has(target.type))
