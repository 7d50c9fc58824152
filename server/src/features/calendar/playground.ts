// The page on which GraphQL queries can be tried. Everything is in the page itself, which the policy enforces.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarSdl } from '@daymark/contract/calendar'

export interface Playground {
  page: string
  /** Content-Security-Policy: only the style and the script of this very page. */
  policy: string
}

let made: Playground | undefined

/** Read on first use, for most servers never need it. */
export function playground(): Playground {
  made ??= make(readFileSync(join(import.meta.dirname, 'playground.html'), 'utf8'))
  return made
}

function make(template: string): Playground {
  const page = template.replace('{{schema}}', escapeHtml(calendarSdl))
  const hashes = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map(
        match =>
          `'sha256-${createHash('sha256')
            .update(match[1] ?? '')
            .digest('base64')}'`,
      )
      .join(' ')
  return {
    page,
    policy: [
      "default-src 'none'",
      `style-src ${hashes('style')}`,
      `script-src ${hashes('script')}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
