// A page that holds everything it needs, and a policy under which nothing else runs in it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Page {
  text: string
  /** Content-Security-Policy: only the styles and scripts of this very page, and calls to this very server. */
  policy: string
}

/** `fill` completes the file, if it is a template. */
export function selfContainedPage(path: string, fill: (template: string) => string = text => text): Page {
  const text = fill(readFileSync(path, 'utf8'))
  return {
    text,
    policy: [
      "default-src 'none'",
      `style-src ${hashes(text, 'style')}`,
      `script-src ${hashes(text, 'script')}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const hashes = (text: string, tag: string): string =>
  [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    .join(' ')
