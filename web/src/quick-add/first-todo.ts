// Creates the first todo of an account together with a list for it, as one action with one undo.
import type { Client } from '@daymark/client'
import { useCallback } from 'react'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { itemName } from './moment-text.ts'
import { quickAddTexts } from './texts.ts'

/** The color of new lists. */
export const FIRST_COLOR = '#1B6F6A'

type FirstTodo = Omit<NonNullable<Parameters<Client['todos']['create']>[0]['body']>, 'tag_group_id'>

/** Only for accounts without lists, because every todo belongs to one. */
export function useFirstTodo(): (todo: FirstTodo) => WriteProgress | undefined {
  const t = useTexts(quickAddTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  return useCallback(
    todo =>
      act(
        live => {
          const list = live.write(client.tags.createGroup, {
            body: { name: t.firstList, color: FIRST_COLOR, is_todo_group: true },
          })
          if (list.id === null) return list
          return [list, live.write(client.todos.create, { body: { ...todo, tag_group_id: list.id } })]
        },
        t.addedFirst(itemName(todo, language, t.due), t.firstList),
      ),
    [act, client, language, t],
  )
}
