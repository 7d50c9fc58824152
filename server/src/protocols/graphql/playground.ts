// One self-contained page, because its content security policy allows no external resources.
import { calendarSdl } from '@daymark/contract/planning/calendar'
import type { Document } from '../rest/documents/document.ts'
import { selfContainedPage } from '../rest/documents/page.ts'

export const playground = (): Document =>
  selfContainedPage('graphql-playground.html', template =>
    template.replace('{{schema}}', escapeHtml(calendarSdl)),
  )

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
