import { type ComponentType, lazy } from 'react'
import type { IconName } from '../design/icon.tsx'
import type { shellTexts } from './texts.ts'

export interface PageEntry {
  path: string
  name: keyof (typeof shellTexts)['en']['pages']
  icon: IconName
  /** Pressed after `g` ("go to"). */
  key: string
  /** True for pages in the phone's bottom bar. The others are under "More". */
  onPhone: boolean
  page: ComponentType
}

const entry = (
  name: PageEntry['name'],
  path: string,
  key: string,
  onPhone: boolean,
  load: () => Promise<{ default: ComponentType }>,
): PageEntry => ({ path, name, icon: name, key, onPhone, page: lazy(load) })

export const pages: PageEntry[] = [
  entry('today', '/', 't', true, () => import('../day/page.tsx')),
  entry('calendar', '/calendar', 'c', true, () => import('../calendar/page.tsx')),
  entry('todos', '/todos', 'd', true, () => import('../todos/page.tsx')),
  entry('timers', '/timers', 'i', true, () => import('../timers/page.tsx')),
  entry('focus', '/focus', 'f', false, () => import('../focus/page.tsx')),
  entry('reports', '/reports', 'r', false, () => import('../reports/page.tsx')),
  entry('tags', '/tags', 'a', false, () => import('../tags/page.tsx')),
  entry('people', '/people', 'p', false, () => import('../people/page.tsx')),
  entry('meetings', '/meetings', 'm', false, () => import('../meetings/page.tsx')),
  entry('history', '/history', 'h', false, () => import('../history/page.tsx')),
  entry('trash', '/trash', 'x', false, () => import('../trash/page.tsx')),
  entry('notifications', '/notifications', 'n', false, () => import('../notifications/page.tsx')),
  entry('settings', '/settings', 's', false, () => import('../settings/page.tsx')),
]
