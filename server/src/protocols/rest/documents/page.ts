import { createHash } from 'node:crypto'
import { program, required } from '../../../platform/program/program.ts'
import type { Document } from './document.ts'

/** `fill` completes the file if it is a template. */
export function selfContainedPage(name: string, fill: (template: string) => string = text => text): Document {
  const text = fill(required(program.files, name).read().toString())
  const policy = [
    "default-src 'none'",
    `style-src ${hashes(text, 'style')}`,
    `script-src ${hashes(text, 'script')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { text, type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy } }
}

const hashes = (text: string, tag: string): string =>
  [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    .join(' ')
