import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { SearchHit } from '@daymark/contract/search/search'
import { type SearchState, searcher } from './searcher.ts'

const hit = (id: string) => ({ id }) as SearchHit

function typing() {
  const states: SearchState[] = []
  const waiting: (() => void)[] = []
  const answers: { signal: AbortSignal; resolve: (ids: string[]) => void; reject: () => void }[] = []
  const search = searcher({
    onState: state => states.push(state),
    later: run => {
      waiting.push(run)
      return () => waiting.splice(waiting.indexOf(run), 1)
    },
  })
  const ask = () =>
    search.ask(
      signal =>
        new Promise((resolve, reject) => {
          answers.push({
            signal,
            resolve: ids => resolve(ids.map(hit)),
            reject: () => reject(new Error('offline')),
          })
        }),
    )
  const pause = () => {
    for (const run of waiting.splice(0)) run()
  }
  const last = () => states.at(-1)
  return { search, ask, pause, answers, last }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

it('sends one request after a pause', () => {
  const { ask, pause, answers, last } = typing()
  ask()
  ask()
  assert.equal(answers.length, 0)
  assert.equal(last()?.status, 'waiting')
  pause()
  assert.equal(answers.length, 1)
})

it('drops an answer that arrives after that of a later text', async () => {
  const { ask, pause, answers, last } = typing()
  ask()
  pause()
  ask()
  pause()
  answers[1]?.resolve(['new'])
  await turn()
  answers[0]?.resolve(['old'])
  await turn()
  assert.deepEqual(
    last()?.hits.map(({ id }) => id),
    ['new'],
  )
  assert.ok(answers[0]?.signal.aborted)
})

it('keeps the last hits while it waits, and forgets them with the text', async () => {
  const { search, ask, pause, answers, last } = typing()
  ask()
  pause()
  answers[0]?.resolve(['a'])
  await turn()
  ask()
  assert.deepEqual([last()?.status, last()?.hits.length], ['waiting', 1])
  search.ask(undefined)
  assert.deepEqual([last()?.status, last()?.hits.length], ['idle', 0])
})

it('reports a failure of the current text only', async () => {
  const { search, ask, pause, answers, last } = typing()
  ask()
  pause()
  answers[0]?.reject()
  await turn()
  assert.equal(last()?.status, 'failed')
  ask()
  pause()
  search.stop()
  answers[1]?.resolve(['late'])
  await turn()
  assert.equal(last()?.status, 'waiting', 'a closed search shows no answer')
})
