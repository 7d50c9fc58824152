// Creates the item through the outbox, so that quick add also works offline.
import { createBody } from '@daymark/quick-add/create-body'
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { useCallback } from 'react'
import { useToast } from '../design/toast.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { timerMinutes } from '../session/region/timer-minutes.ts'
import { timezone } from '../session/storage/preferences.ts'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { useStart } from '../timers/live/control.ts'
import { useFirstTodo } from './first-todo.ts'
import { itemName } from './moment-text.ts'
import { quickAddTexts } from './texts.ts'

/**
 * The returned function creates the item. If it cannot, it shows a toast and returns undefined, and the field keeps its
 * text.
 */
export function useCreate(): (line: QuickAdd) => WriteProgress | undefined {
  const t = useTexts(quickAddTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const toast = useToast()
  const start = useStart()
  const addFirst = useFirstTodo()
  // False while the lists are loading, so that no extra list is created.
  const hasNoLists = useTagGroups().data?.length === 0
  return useCallback(
    line => {
      const made = createBody(line, timerMinutes())
      if (!made) {
        if (hasNoLists && line.kind === 'todo') return addFirst(line.draft)
        toast(t.noGroup)
        return undefined
      }
      if (made.kind === 'timer') return start(made.body)
      if (made.kind === 'record')
        return act(
          live => live.write(client.timers.addRecord, { body: made.body }),
          t.addedRecord(line.title),
        )
      return act(
        live =>
          made.kind === 'todo'
            ? live.write(client.todos.create, { body: made.body })
            : live.write(client.schedules.create, { query: { timezone: timezone() }, body: made.body }),
        (made.kind === 'todo' ? t.addedTodo : t.addedEntry)(itemName(made.body, language, t.due)),
      )
    },
    [act, addFirst, client, hasNoLists, language, start, t, toast],
  )
}
