import assert from 'node:assert/strict'
import { test } from 'node:test'
import type Type from 'typebox'
import Value from 'typebox/value'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

test('null for a field with a default means the default in every body that creates something', () => {
  const all: Route[] = Object.values(routes).flatMap(group => Object.values(group))
  const refused = all
    .filter(({ method, status }) => method === 'POST' && status === 201)
    .flatMap(({ path, body }) => {
      const { properties, required } = (body ?? {}) as { properties?: Type.TProperties; required?: string[] }
      return Object.entries(properties ?? {})
        .filter(([name, schema]) => !required?.includes(name) && !Value.Check(schema, null))
        .map(([name]) => `${path} ${name}`)
    })
  assert.deepEqual(refused, [])
})
