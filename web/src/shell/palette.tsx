// The command palette: search and run commands.
import { useMemo, useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { useTexts } from '../session/language.tsx'
import { type Command, useCommandList } from './commands.tsx'
import { shellTexts } from './texts.ts'

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts)
  const commands = useCommandList()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useMemo(() => matching(commands, query), [commands, query])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const move = (by: number) => setChosen(at => Math.max(0, Math.min(found.length - 1, at + by)))

  return (
    <Dialog title={t.commands} onClose={onClose} bare>
      <input
        className="input"
        // Focuses the field, so that the user can type immediately.
        ref={input => input?.focus()}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? `command-${found[chosen].id}` : undefined}
        aria-label={t.commandHint}
        placeholder={t.commandHint}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setChosen(0)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') run(found[chosen])
          else return
          event.preventDefault()
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t.commands} className="palette-list">
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-item"
            onMouseEnter={() => setChosen(index)}
            onMouseDown={event => {
              event.preventDefault()
              run(command)
            }}
          >
            <span>{command.name}</span>
            {command.keys ? <Keys keys={command.keys} /> : null}
          </div>
        ))}
        {found.length === 0 ? <p className="soft palette-item">{t.nothingFound}</p> : null}
      </div>
    </Dialog>
  )
}

export const Keys = ({ keys }: { keys: string }) => (
  <span className="keys">
    {keys.split(' ').map(key => (
      <kbd key={key}>{keyName(key)}</kbd>
    ))}
  </span>
)

const ARROWS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
const PARTS: Record<string, string> = { mod: MOD, shift: '⇧' }
const capital = (part: string): string => (part.length === 1 ? part.toUpperCase() : part)

/** The label of a shortcut, as printed on the keyboard. */
const keyName = (key: string): string =>
  ARROWS[key] ??
  (key.startsWith('mod+')
    ? key
        .split('+')
        .map(part => PARTS[part] ?? capital(part))
        .join(' ')
    : capital(key))

function matching(commands: Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  // Leaves out the command that opens the palette.
  const others = commands.filter(command => command.id !== 'palette')
  return others.filter(command => words.every(word => command.name.toLowerCase().includes(word)))
}
