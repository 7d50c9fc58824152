// Parses the line with the user's tags, lists, time zone and language. Loads the grammar on first use.
import type { Chip, Range } from '@daymark/quick-add/chip'
import { defaultGroup } from '@daymark/quick-add/default-group'
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { readPreference, timezone, useStored } from '../session/storage/preferences.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { afterEdit } from './rejected.ts'

type Read = typeof import('@daymark/quick-add/quick-add').quickAdd

/** Limits the todos that are loaded for `@` mentions. */
const MOST_TODOS = 500
const NO_TODOS: readonly { id: string; title: string }[] = []

export interface LineOptions {
  /** The list for a new todo, unless the line names another one. */
  groupId?: string | undefined
  only?: 'todo' | undefined
}

export interface ReadLine {
  /** Undefined if the text is empty, and until the grammar has loaded. */
  line: QuickAdd | undefined
  chips: readonly Chip[]
  /** Turns a chip back into text. */
  reject: (chip: Chip) => void
  /**
   * Parses a line at the current time. Rejected parts stay text. Returns undefined until the grammar has loaded, and
   * while a mentioned todo is loading.
   */
  read: (text: string) => QuickAdd | undefined
  /** True if the grammar and the lists have loaded and no mentioned todos are loading. */
  isReady: boolean
}

/**
 * `waiting` contains submitted lines that have not been added yet. The grammar and mentioned todos are loaded for them
 * too.
 */
export function useLine(
  text: string,
  { groupId, only }: LineOptions = {},
  waiting: readonly string[] = [],
): ReadLine {
  const grammar = useGrammar(text !== '' || waiting.length > 0)
  const { language } = useLanguage()
  const groups = useTagGroups().data
  const usual = useStored(() => readPreference('default-list'))
  const { todos, isLoading } = useOpenTodos([text, ...waiting].some(mentions))
  const [rejected, setRejected] = useRejected(text)
  const read = useCallback(
    (given: string) =>
      grammar?.(given, {
        now: Date.now(),
        timezone: timezone(),
        language,
        groups: groups ?? [],
        tags: (groups ?? []).flatMap(group => group.tags),
        todos,
        default_group_id: groupId ?? usual ?? null,
        ...(only && { only }),
        rejected,
      }),
    [grammar, language, groups, todos, groupId, only, usual, rejected],
  )
  // Chips appear immediately, but a line is added only after the todo that it mentions has loaded.
  const readWhenLoaded = useCallback(
    (given: string) => (isLoading && mentions(given) ? undefined : read(given)),
    [isLoading, read],
  )
  const line = useMemo(() => (text.trim() === '' ? undefined : read(text)), [text, read])
  const reject = useCallback(
    ({ start, end }: Chip) => setRejected(all => [...all, { start, end }]),
    [setRejected],
  )
  const isReady = grammar !== undefined && groups !== undefined && !isLoading
  return { line, chips: line?.chips ?? NO_CHIPS, reject, read: readWhenLoaded, isReady }
}

const mentions = (text: string): boolean => text.includes('@')

const NO_CHIPS: readonly Chip[] = []

function useGrammar(isNeeded: boolean): Read | undefined {
  const [grammar, setGrammar] = useState<{ read: Read }>()
  useEffect(() => {
    if (!isNeeded || grammar) return
    // Not canceled when the field is cleared, because a submitted line may still need the grammar.
    import('@daymark/quick-add/quick-add').then(
      ({ quickAdd }) => setGrammar({ read: quickAdd }),
      () => setGrammar({ read: asTitle }),
    )
  }, [isNeeded, grammar])
  return grammar?.read
}

/** Used if the grammar cannot be loaded, so that the line can still be added. */
const asTitle: Read = (text, context) => {
  const title = text.trim()
  const group = defaultGroup(context)
  return { kind: 'todo', draft: { title, ...(group && { tag_group_id: group }) }, title, chips: [] }
}

/** The rejected parts of the text, whose positions follow edits. */
function useRejected(text: string) {
  const [rejected, setRejected] = useState<readonly Range[]>([])
  const before = useRef(text)
  const moved = useMemo(() => afterEdit(rejected, before.current, text), [rejected, text])
  useEffect(() => {
    if (before.current === text) return
    const old = before.current
    before.current = text
    setRejected(all => afterEdit(all, old, text))
  }, [text])
  return [moved, setRejected] as const
}

/** `isLoading` is false if the todos cannot be loaded now, for example offline. */
function useOpenTodos(isNeeded: boolean) {
  const client = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ['todos', 'mentioned'],
    enabled: isNeeded,
    queryFn: () => client.todos.list({ query: { limit: MOST_TODOS } }),
  })
  const todos = useMemo(
    () => data?.filter(({ status }) => status === 'UNSCHEDULED' || status === 'SCHEDULED') ?? NO_TODOS,
    [data],
  )
  return { todos, isLoading }
}
