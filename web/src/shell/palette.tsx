import type { SearchHit } from '@daymark/contract/search/search'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Icon } from '../design/icon.tsx'
import { quickAddTexts } from '../quick-add/texts.ts'
import { FilterChips } from '../search/filter-chips.tsx'
import { canComplete, canStart, HitRow, pressedAction } from '../search/hit-row.tsx'
import { forgetSearches, readRecent, rememberSearch } from '../search/recent.ts'
import '../search/search.css'
import { SearchStatus } from '../search/search-status.tsx'
import { searchTexts } from '../search/texts.ts'
import { useHitActions } from '../search/use-hit-actions.ts'
import { type Filters, useSearch } from '../search/use-search.ts'
import { useTexts } from '../session/language.tsx'
import { type Command, useCommandList } from './commands.tsx'
import { Keys } from './keys.tsx'
import { matchingCommands } from './matching-commands.ts'
import { shellTexts } from './texts.ts'

export interface PaletteProps {
  /** False if opened with `/` or a search button. The palette then only searches. */
  hasCommands: boolean
  onShow: (hit: SearchHit) => void
  /** Opens quick add with the typed text. */
  onAdd: (text: string) => void
  onClose: () => void
  /** The text typed while the palette was loading. `isEntered` is true if Enter followed it. */
  typed: { text: string; isEntered: boolean }
  /** Called only while the palette is loading. */
  onTyped: (typed: { text: string; isEntered: boolean }) => void
}

type Option =
  | { id: string; command: Command }
  | { id: string; recent: string }
  | { id: string; hit: SearchHit }

const ADD_TYPED = 'command-add-typed'
const NO_FILTERS: Filters = { kinds: [] }

export default function Palette({ hasCommands, typed, onShow, onAdd, onClose }: PaletteProps) {
  const shell = useTexts(shellTexts)
  const t = useTexts(searchTexts)
  const commands = useCommandList()
  const [text, setText] = useState(typed.text)
  const [filters, setFilters] = useState(NO_FILTERS)
  const [recent, setRecent] = useState(readRecent)
  const [chosen, setChosen] = useState(0)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const { status, hits } = useSearch(text, filters)
  const { commandAdd } = useTexts(quickAddTexts)
  const options = useMemo(() => {
    const words = text.trim()
    const add = { id: 'add-typed', name: commandAdd(words), run: () => onAdd(words) }
    return [
      ...optionsOf(
        hasCommands ? matchingCommands(commands, text) : [],
        text === '' ? recent : [],
        shownAs(hits, done),
      ),
      ...(hasCommands && words !== '' ? [{ id: ADD_TYPED, command: add }] : []),
    ]
  }, [hasCommands, commands, text, recent, hits, done, commandAdd, onAdd])
  const actions = useHitActions({
    show: onShow,
    leave: () => {
      rememberSearch(text)
      onClose()
    },
    changed: hit => setDone(old => new Set([...old, hit.id])),
  })
  const write = (value: string) => {
    setText(value)
    setChosen(0)
  }
  const pick = (option: Option | undefined) => {
    if (!option) return
    if ('recent' in option) return write(option.recent)
    if ('hit' in option) return actions.open(option.hit)
    onClose()
    option.command.run()
  }
  // True if the user pressed Enter before the palette was loaded.
  const [isEntered, setEntered] = useState(typed.isEntered)
  useEffect(() => {
    if (!isEntered) return
    setEntered(false)
    pick(options[0])
  })
  const onKey = (event: KeyboardEvent) => {
    // An Enter that ends an IME composition must not open a result.
    if (event.nativeEvent.isComposing) return
    const at = options[chosen]
    const hit = at && 'hit' in at ? at.hit : undefined
    const last = options.length - 1
    if (event.key === 'ArrowDown') setChosen(old => Math.min(last, old + 1))
    else if (event.key === 'ArrowUp') setChosen(old => Math.max(0, old - 1))
    else if (event.key !== 'Enter') return
    else if ((event.ctrlKey || event.metaKey) && hit) canComplete(hit) && actions.complete(hit)
    else if (event.shiftKey && hit) canStart(hit) && actions.start(hit)
    else pick(at)
    event.preventDefault()
  }
  const label = hasCommands ? t.hintWithCommands : t.hint
  return (
    <Dialog title={hasCommands ? shell.commands : t.search} onClose={onClose} bare wide asks={false}>
      <input
        className="input"
        ref={input => input?.focus()}
        type="search"
        maxLength={200}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={options[chosen]?.id}
        aria-describedby="palette-status"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={event => write(event.target.value)}
        onKeyDown={onKey}
      />
      {text.trim() === '' && hasCommands ? null : <FilterChips filters={filters} onChange={setFilters} />}
      <div id="palette-list" role="listbox" aria-label={t.results} className="palette-list">
        {options.map((option, index) => (
          <div
            key={option.id}
            id={option.id}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-item"
            ref={element => (index === chosen ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
            onMouseMove={() => setChosen(index)}
            onMouseDown={event => {
              event.preventDefault()
              if ('hit' in option) actions[pressedAction(event.target)](option.hit)
              else pick(option)
            }}
          >
            <Row option={option} query={text} />
          </div>
        ))}
      </div>
      <SearchStatus
        status={status}
        query={text.trim()}
        found={hits.length}
        hasOthers={options.some(option => !('hit' in option) && option.id !== ADD_TYPED)}
        canForget={text === '' && recent.length > 0}
        onForget={() => {
          forgetSearches()
          setRecent([])
        }}
      />
    </Dialog>
  )
}

function Row({ option, query }: { option: Option; query: string }) {
  if ('hit' in option) return <HitRow hit={option.hit} query={query} />
  if ('recent' in option)
    return (
      <>
        <Icon name="history" size={18} />
        <span className="search-hit" dir="auto">
          {option.recent}
        </span>
      </>
    )
  return (
    <>
      <span>{option.command.name}</span>
      {option.command.keys ? <Keys keys={option.command.keys} /> : null}
    </>
  )
}

const optionsOf = (commands: Command[], recent: string[], hits: readonly SearchHit[]): Option[] => [
  ...recent.map((each, at) => ({ id: `recent-${at}`, recent: each })),
  ...commands.map(command => ({ id: `command-${command.id}`, command })),
  ...hits.map(hit => ({ id: `hit-${hit.kind}-${hit.id}`, hit })),
]

/** Shows a todo as done before the server has confirmed it. */
const shownAs = (hits: readonly SearchHit[], done: ReadonlySet<string>): readonly SearchHit[] =>
  hits.map(hit => (done.has(hit.id) ? { ...hit, status: 'DONE' } : hit))
