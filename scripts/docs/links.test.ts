import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { pages, ROOT } from './blocks.ts'

interface Link {
  from: string
  to: string
  isPicture: boolean
  words: string
}

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g
const FENCES = /^```.*?^```$/gms

/** Returns the links to files in the repository, as paths from its root. */
function linksOf(from: string): Link[] {
  const text = readFileSync(join(ROOT, from), 'utf8').replaceAll(FENCES, '')
  return [...text.matchAll(LINK)]
    .filter(([, , , target = '']) => !/^(?:\w+:|#)/.test(target))
    .map(([, mark, words = '', target = '']) => ({
      from,
      to: relative(ROOT, join(ROOT, dirname(from), target.split('#')[0] ?? '')),
      isPicture: mark === '!',
      words,
    }))
}

const links = pages().flatMap(linksOf)
const reachable = (index: string) => new Set(linksOf(index).map(({ to }) => to))

test('every link points to a file', () => {
  assert.ok(links.length > 50, `${links.length} links`)
  const broken = links.filter(({ to }) => !existsSync(join(ROOT, to)))
  assert.deepEqual(
    broken.map(({ from, to }) => `${from} -> ${to}`),
    [],
  )
})

test('the index of the documentation lists every page and every document', () => {
  const listed = reachable('docs/README.md')
  const all = globSync(['docs/*', 'docs/guides/*.md'], { cwd: ROOT }).filter(path => /\.\w+$/.test(path))
  const missing = all.filter(path => !listed.has(path) && !/README\.md$|\.svg$/.test(path))
  assert.deepEqual(missing, [])
  assert.ok(listed.has('docs/decisions/README.md'))
})

test('the index of the decisions lists every page', () => {
  const listed = reachable('docs/decisions/README.md')
  const all = globSync('docs/decisions/*.md', { cwd: ROOT }).filter(path => !path.endsWith('README.md'))
  assert.deepEqual(
    all.filter(path => !listed.has(path)),
    [],
  )
})

test('every picture is used and has a description', () => {
  const shown = links.filter(({ isPicture }) => isPicture)
  assert.deepEqual(
    shown.filter(({ words }) => words.length < 10).map(({ from, to }) => `${from} -> ${to}`),
    [],
  )
  const drawn = globSync('docs/{,pictures/}*.svg', { cwd: ROOT })
  assert.deepEqual(
    drawn.filter(path => !shown.some(({ to }) => to === path)),
    [],
  )
})

test('every command in a page exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const named = pages().flatMap(page =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/npm run (?:--silent |-s )?([\w:-]+)/g)].map(
      ([, name = '']) => ({ page, name }),
    ),
  )
  assert.ok(named.length > 20, `${named.length} commands`)
  // `build` is a script in the SDK and in the command line, which are separate packages.
  const missing = named.filter(({ name }) => !(name in scripts) && name !== 'build')
  assert.deepEqual(missing, [])
})

test('the architecture page names every folder and every part of the composition', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const parts = globSync(['*.ts', '{features,platform,protocols}/*', '*/'], { cwd: join(ROOT, 'server/src') })
    .filter(path => !path.endsWith('.test.ts') && !/^(features|platform|protocols)\/?$/.test(path))
    .map(path => path.replace(/^(features|platform|protocols)\//, '').replace(/\/$/, ''))
  assert.ok(parts.length > 20, `${parts.length} parts`)
  assert.deepEqual(
    parts.filter(part => !text.includes(part)),
    [],
  )
  assert.ok(text.split('\n').length <= 90, 'it is one page')
})
