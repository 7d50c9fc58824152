import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathFromCaller } from './caller-folder.ts'

const npm = { INIT_CWD: '/home/ann', npm_package_json: '/opt/daymark/package.json' }

test('npm runs commands in the folder of the package, and the path is meant from where the operator stood', () => {
  assert.equal(pathFromCaller('backups/', npm, '/opt/daymark'), '/home/ann/backups')
  assert.equal(pathFromCaller('/srv/a.tar.gz', npm, '/opt/daymark'), '/srv/a.tar.gz')
})

test('without npm, or in another folder than that of the package, the path is meant from the current folder', () => {
  assert.equal(pathFromCaller('a.tar.gz', {}, '/srv'), '/srv/a.tar.gz')
  assert.equal(pathFromCaller('a.tar.gz', npm, '/srv'), '/srv/a.tar.gz')
})
