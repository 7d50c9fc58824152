import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
const { workspaces, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
  dependencies: { node: string }
}

test('every workspace is installed, and copied into the image', () => {
  for (const name of workspaces) {
    assert.ok(text.includes(`COPY ${name}/package.json ${name}/\n`), `${name} is not installed`)
    assert.match(text, new RegExp(`COPY --from=build .* /app/${name}(?:/dist)? ${name}`))
  }
})

test('the image runs the major version of Node that package.json pins', () => {
  const images = [...text.matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major)
  const [major] = dependencies.node.split('.')
  assert.deepEqual(images, [major, major])
})
