import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStage, type Stage } from './support.ts'

const STORE = `new Promise(resolve => {
  document.cookie = 'left=1'
  localStorage.setItem('left', '1')
  const opening = indexedDB.open('left', 1)
  opening.onsuccess = () => caches.open('left').then(resolve).then(() => undefined)
})`
const STORED = `Promise.all([indexedDB.databases(), caches.keys()]).then(([databases, names]) =>
  [document.cookie, localStorage.length, databases.length, names.length])`

describe('a context that is used again', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('has no data, is online, and asks the server', async () => {
    const first = await stage.context()
    const left = await first.newPage()
    await left.goto(`${stage.url}/health`)
    await left.evaluate(STORE)
    assert.notDeepEqual(await left.evaluate(STORED), ['', 0, 0, 0])
    await first.route('**', route => route.abort())
    await first.setOffline(true)
    await first.close()
    assert.equal(left.isClosed(), true)

    const second = await stage.context()
    assert.equal(second, first)
    const page = await second.newPage()
    await page.goto(`${stage.url}/health`)
    assert.deepEqual(await page.evaluate(STORED), ['', 0, 0, 0])
    await second.close()
  })

  it('belongs to one test at a time, which cannot change it for good', async () => {
    const [first, second] = await Promise.all([stage.context(), stage.context()])
    assert.notEqual(first, second)
    assert.throws(() => first.addInitScript(''), /alone: true/)
    assert.throws(() => first.clock.install(), /alone: true/)
    await Promise.all([first.close(), second.close()])
  })
})
