import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { componentName, jobName } from './part-names.ts'

const SERVER = join(import.meta.dirname, '../../../../server/src')

const kinds = globSync('**/*.ts', { cwd: SERVER })
  .flatMap(file => [...readFileSync(join(SERVER, file), 'utf8').matchAll(/_JOB = '(\w+)'/g)])
  .map(([, kind = '']) => kind)

test('every kind of job has a name in every language', () => {
  assert.ok(kinds.includes('mail_digest'))
  for (const kind of kinds) {
    assert.notEqual(jobName(kind, 'en'), kind)
    assert.match(jobName(kind, 'ko'), /[가-힣]/)
  }
})

test('components have names', () => {
  assert.equal(componentName('workers', 'en'), 'Worker processes')
  assert.equal(componentName('issuer', 'ko'), '로그인 서버')
})

test('a job or component of a newer server keeps its own name', () => {
  for (const name of ['brand_new', 'constructor']) {
    assert.equal(jobName(name, 'ko'), name)
    assert.equal(componentName(name, 'en'), name)
  }
})
