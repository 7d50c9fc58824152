// Style sheets of visited pages stay loaded, so a second meaning of a class would change other pages.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../..')
const ON_PAPER = /@(media|page)[^{]*(print|forced-colors)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

/** Finds the classes that are a whole selector. Skips classes that appear only in longer selectors. */
function classesIn(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(ON_PAPER, '')
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)].flatMap(([, all = '']) => all.split(','))
  return selectors.flatMap(selector => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? [])
}

test('the styles of a class are in one folder', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: SOURCES }))
    for (const name of classesIn(readFileSync(join(SOURCES, file), 'utf8')))
      folders.set(name, (folders.get(name) ?? new Set()).add(dirname(file)))
  const shared = [...folders].filter(([, each]) => each.size > 1).map(([name, each]) => [name, ...each])
  assert.ok(folders.size > 100)
  assert.deepEqual(shared, [])
})
