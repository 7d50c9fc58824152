import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { newsIn } from './news.ts'

const ROOT = join(import.meta.dirname, '..')
/** Separate modules, so that the first page loads only the version. */
const MODULES = ['virtual:news-version', 'virtual:news']

export const news = (): Plugin => ({
  name: 'daymark-news',
  resolveId: id => (MODULES.includes(id) ? `\0${id}` : undefined),
  load(id) {
    if (!MODULES.includes(id.slice(1)) || !id.startsWith('\0')) return undefined
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    const found = newsIn(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
    return id.endsWith('-version')
      ? `export const version = ${JSON.stringify(found.version)}`
      : `export const items = ${JSON.stringify(found.items)}`
  },
})
