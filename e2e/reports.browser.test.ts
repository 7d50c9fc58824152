import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertContrast } from './axe.ts'
import { eventually, holds, isLive, openStage, type Person, readyForOffline, type Stage } from './support.ts'
import { visit } from './visit.ts'

/** A week in the past, so that the figures do not depend on the current date. Berlin is two hours ahead of UTC. */
const WEEK = '/reports?date=2026-05-13'

async function measure({ client }: Person): Promise<void> {
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#2563B8', is_todo_group: true },
  })
  const tag = (name: string, color: string) =>
    client.tags.create({ body: { name, color, group_id: group.id } })
  const [deep, email] = [await tag('deep', '#F5F0C0'), await tag('email', '#10131A')]
  await client.tags.updateGroup({
    params: { group_id: group.id },
    body: { goal_ratios: { [deep.id]: 0.7, [email.id]: 0.3 } },
  })
  const entry = await client.schedules.create({
    body: {
      ...{ title: 'Writing', tag_ids: [deep.id] },
      ...{ start_time: '2026-05-11T07:00:00Z', end_time: '2026-05-11T09:00:00Z' },
    },
  })
  const todo = await client.todos.create({
    body: { title: 'Mailbox', estimate_minutes: 30, tag_group_id: group.id },
  })
  const record = (title: string, tag_id: string, start: string, end: string, link: object = {}) =>
    client.timers.addRecord({
      body: { title, tag_ids: [tag_id], segments: [{ start: `${start}:00Z`, end: `${end}:00Z` }], ...link },
    })
  await record('Older', deep.id, '2026-05-04T07:00', '2026-05-04T09:00')
  await record('Write the plan', deep.id, '2026-05-11T07:00', '2026-05-11T10:00', { schedule_id: entry.id })
  await record('Answer mail', email.id, '2026-05-12T07:00', '2026-05-12T08:00', { todo_id: todo.id })
}

const measured = (page: Page) => page.getByRole('region', { name: 'Tracked', exact: true })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const isWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

describe('reports in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('moves by keys, filters, compares, shows tables, and corrects the timers behind a number', async () => {
    const person = await stage.person('Ann', { opens: false })
    const { page, context, complaints } = person
    await measure(person)
    await page.goto(stage.url + WEEK)
    await isLive(page)
    await measured(page).getByText('4 h', { exact: true }).waitFor()
    await page.getByText('Goal 30% · 5 percentage points below the goal, 12 min short').waitFor()
    await page.getByText('Goal 70% · 5 percentage points above the goal').waitFor()

    // Presses the keys faster than the page renders.
    for (const key of ['k', 'k', 'j']) await page.keyboard.press(key)
    await page.getByText('May 3 – 9, 2026').waitFor()
    await measured(page).getByText('2 h', { exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('May 10 – 16, 2026').waitFor()
    await page.keyboard.press('m')
    await page.getByText('May 2026', { exact: true }).waitFor()
    await measured(page).getByText('6 h', { exact: true }).waitFor()
    await page.goBack()
    await measured(page).getByText('4 h', { exact: true }).waitFor()
    await page.keyboard.press('c')
    await measured(page).getByText('▲ 2 h more than in the previous period').waitFor()
    await page.reload()
    await measured(page).getByText('▲ 2 h more than in the previous period').waitFor()

    await page.getByLabel('Tag', { exact: true }).selectOption('email')
    await measured(page).getByText('1 h', { exact: true }).waitFor()
    assert.match(page.url(), /tag=/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Todo', { exact: true }).fill('Mailbox')
    await measured(page).getByText('1 h', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await measured(page).getByText('4 h', { exact: true }).waitFor()

    const time = card(page, 'Planned and tracked time')
    await time.getByText('Show table', { exact: true }).press('Enter')
    const monday = time.getByRole('row', { name: /Mon, May 11/ })
    assert.match((await monday.textContent()) ?? '', /3 h2 h2 h/)

    // Opens Monday's bar by keyboard. A chart is one Tab stop, and arrow keys move between its bars.
    await time.getByRole('button', { name: /^Sun, May 10(, 2026)?:/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const behind = page.getByRole('dialog', { name: 'Timers: Mon, May 11' })
    await behind.getByText('3 h in 1 timer.').waitFor()
    await assertAccessible(page)
    await behind.getByRole('button', { name: 'Correct time: Write the plan' }).click()
    const correction = page.getByRole('dialog', { name: /^Correct time/ })
    await correction.getByLabel('End of period 1', { exact: true }).fill('2026-05-11T11:00')
    await correction.getByRole('button', { name: 'Save' }).click()
    await behind.getByText('2 h in 1 timer.').waitFor()
    await behind.getByRole('button', { name: 'Continue: Write the plan' }).click()
    await eventually(async () => {
      const running = await person.client.timers.list({ query: { status: ['RUNNING'] } })
      assert.deepEqual(
        running.map(({ title }) => title),
        ['Write the plan'],
      )
    })
    await page.keyboard.press('Escape')
    await behind.waitFor({ state: 'detached' })
    await measured(page).getByText('3 h', { exact: true }).waitFor()
    const accuracy = card(page, 'Plans and estimates')
    await accuracy.getByText('Usually as long as planned').waitFor()
    await accuracy.getByText('Usually 100% longer than estimated').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('is accessible in both themes and on a phone, downloads CSV, prints, and works offline', async () => {
    const person = await stage.person('Ben', { opens: false, worker: true })
    const { page, context, complaints } = person
    await page.goto(`${stage.url}/reports`)
    await page.getByText('See where your time goes').waitFor()
    await measure(person)
    await visit(page, `${WEEK}&compare=previous`)
    await isLive(page)
    await measured(page).getByText('4 h', { exact: true }).waitFor()
    await page.evaluate(`for (const table of document.querySelectorAll('main details')) table.open = true`)
    await assertAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await holds(page, `getComputedStyle(document.body).backgroundColor === 'rgb(18, 24, 31)'`)
    await assertContrast(page)
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await isWide(page), false)
    // The tables look the same on a phone, and checking their cells takes more than a second.
    await page.evaluate(`for (const table of document.querySelectorAll('main details')) table.open = false`)
    await assertAccessible(page)

    const csvOf = async (name: string) => {
      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const download = await waiting
      return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')] as const
    }
    const [name, table] = await csvOf('Download CSV: Where the time went')
    assert.equal(name, 'daymark-time-2026-05-10-2026-05-16.csv')
    assert.match(table, /\ncurrent,.*,deep,,10800,3,/)
    assert.match((await csvOf('Download timers (CSV)'))[1], /Write the plan/)

    const pdf = await page.pdf({ format: 'A4' })
    assert.ok(
      (pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0) <= 3,
      'at most three pages',
    )
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('navigation').isVisible(), false)
    assert.equal(await page.getByLabel('Todo', { exact: true }).isVisible(), false)
    assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(0, 0, 0)')
    await page.emulateMedia({ media: 'screen' })

    await readyForOffline(page, 'hour_of_day')
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await measured(page).getByText('4 h', { exact: true }).waitFor()
    await eventually(async () => assert.deepEqual(complaints, []))
    await context.close()
  })
})
