// The page on which GraphQL queries can be tried. Everything is in the page itself, which the policy enforces.
import { join } from 'node:path'
import { calendarSdl } from '@daymark/contract/calendar'
import { type Page, selfContainedPage } from '../rest/page.ts'

let made: Page | undefined

/** Read on first use, for most servers never need it. */
export function playground(): Page {
  made ??= selfContainedPage(join(import.meta.dirname, 'playground.html'), template =>
    template.replace('{{schema}}', escapeHtml(calendarSdl)),
  )
  return made
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
