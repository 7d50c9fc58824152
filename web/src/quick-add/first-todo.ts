// Creates an account's first todo and a list for it, in one action with a single undo.
import type { Client } from '@daymark/client'
import { useCallback, useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { itemName } from './moment-text.ts'
import { quickAddTexts } from './texts.ts'

/** The default color of new lists. */
export const FIRST_COLOR = '#1B6F6A'

type FirstTodo = Omit<NonNullable<Parameters<Client['todos']['create']>[0]['body']>, 'tag_group_id'>

/**
 * Returns a function that creates a todo together with a list, because every todo belongs to one. Only for accounts
 * without lists.
 */
export function useFirstTodo(): (todo: FirstTodo) => WriteProgress | undefined {
  const t = useTexts(quickAddTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  // The id of the new list, because the user may add a second todo before the page shows the list.
  const listId = useRef<string>(undefined)
  const hasLists = (useTagGroups().data?.length ?? 0) > 0
  useEffect(() => {
    if (hasLists) listId.current = undefined
  }, [hasLists])
  return useCallback(
    todo =>
      act(
        live => {
          const known = listId.current
          if (known !== undefined)
            return live.write(client.todos.create, { body: { ...todo, tag_group_id: known } })
          const list = live.write(client.tags.createGroup, {
            body: { name: t.firstList, color: FIRST_COLOR, is_todo_group: true },
          })
          if (list.id === null) return list
          listId.current = list.id
          return [list, live.write(client.todos.create, { body: { ...todo, tag_group_id: list.id } })]
        },
        t.addedFirst(itemName(todo, language, t.due), t.firstList),
      ),
    [act, client, language, t],
  )
}
