import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import {
  eventually,
  isLive,
  LASTING_TOASTS,
  openStage,
  type Person,
  type Stage,
  zoneAtNoon,
} from './support.ts'
import { visit } from './visit.ts'

const LONG = 'Quarterly planning with the whole department and guests'
const HOUR = 3_600_000

const CUT_TITLES = `[...document.querySelectorAll('.entry-title')]
  .filter(each => each.scrollWidth > each.clientWidth)
  .map(each => each.textContent)`

/** Counts elements whose text is cut off. */
const cutIn = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].filter(each => each.scrollWidth > each.clientWidth + 1).length`

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  assert.ok(box, 'it is visible')
  return { ...box, bottom: box.y + box.height }
}

describe('a phone', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** The dates under a chart take two lines in Korean. */
  async function showsDatesInTwoLines({ page, client }: Pick<Person, 'page' | 'client'>): Promise<void> {
    const end = Date.now() - 60_000
    const segments = [{ start: new Date(end - HOUR).toISOString(), end: new Date(end).toISOString() }]
    await client.timers.addRecord({ body: { title: '독서', segments } })
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/reports')
    const marks = page.locator('.plot.bars .mark')
    await marks.first().waitFor()
    for (const mark of await marks.all()) assert.ok((await boxOf(mark)).height < 40)
    await page.setViewportSize({ width: 320, height: 640 })
  }

  it('shows whole titles in the agenda, in the copy of a week and on Today, and no message covers a sheet', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', {
      opens: false,
      phone: true,
      timezone: zoneAtNoon(),
    })
    await page.addInitScript(LASTING_TOASTS)
    const [start_time = '', end_time = ''] = [1, 2].map(hours =>
      new Date(Date.now() + hours * HOUR).toISOString(),
    )
    await client.schedules.create({ body: { title: LONG, start_time, end_time } })
    await page.goto(`${stage.url}/calendar`)
    await isLive(page)
    const title = page.locator('.entry-title', { hasText: LONG })
    await title.waitFor()
    assert.deepEqual(await page.evaluate(CUT_TITLES), [])

    await page.getByText('Week plan').tap()
    await page.getByRole('button', { name: 'Copy week to next week' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Copy week to next week' })
    const [check, text] = [
      await boxOf(dialog.getByRole('checkbox')),
      await boxOf(dialog.getByText(LONG, { exact: true })),
    ]
    assert.ok(check.y >= text.y && check.bottom <= text.bottom, 'the box is beside its title')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Copy 1 entry' }).tap()
    const message = page.locator('.toast', { hasText: 'Copied 1 entry' })
    await message.waitFor()
    await title.first().tap()
    const name = page.getByRole('dialog', { name: LONG }).getByText(LONG, { exact: true })
    await name.waitFor()
    await eventually(async () => assert.ok((await boxOf(message)).bottom < (await boxOf(name)).y))

    // An overdue title stays readable.
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const deadline = new Date(Date.now() - 50 * HOUR).toISOString()
    const overdue = 'Write to the insurance company about the broken window'
    await client.todos.create({ body: { title: overdue, tag_group_id: group.id, deadline } })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit(page, '/')
    await page.getByRole('button', { name: 'Show todos' }).tap()
    const words = page.locator('.due-title', { hasText: overdue }).first()
    await words.waitFor()
    assert.ok((await boxOf(words)).width > 150, 'several words fit on a line')
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows messages above the open menu, and has a button for quick add on every page, whose message names the date', async () => {
    const { page, context, client, complaints } = await stage.person('Bo', { opens: false, phone: true })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    await page.addInitScript(LASTING_TOASTS)
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto(stage.url)
    await isLive(page)
    await page.getByRole('textbox', { name: 'Add a todo, an entry or a timer' }).fill('Buy bread')
    await page.keyboard.press('Enter')
    const added = page.locator('.toast')
    await added.waitFor()
    await page.getByText('More', { exact: true }).tap()
    const search = page.locator('.more-list').getByRole('button', { name: 'Search' })
    await search.waitFor()
    await eventually(async () => assert.ok((await boxOf(added)).bottom < (await boxOf(search)).y))
    await page.locator('.more-list').getByRole('button', { name: 'Tags' }).tap()
    await page.waitForURL('**/tags')
    await page.setViewportSize({ width: 390, height: 844 })

    const dialog = page.getByRole('dialog', { name: 'Quick add' })
    for (const [kind, line, message] of [
      ['Entry', 'Dentist 2031-03-05 at 15:00', 'Added entry: Dentist · Wed, Mar 5, 2031, 3:00 PM'],
      ['Todo', 'Submit taxes by 2031-03-05', 'Added todo: Submit taxes · due Wed, Mar 5, 2031'],
      ['Todo', 'Buy milk', 'Added todo: Buy milk'],
    ] as const) {
      await page.getByRole('button', { name: 'Quick add' }).tap()
      await dialog.getByRole('textbox').fill(line)
      await dialog.getByText(kind, { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(message, { exact: true }).waitFor()
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const [locale, add] of [
    ['en-US', 'Add entry'],
    ['ko-KR', '일정 추가'],
  ] as const)
    it(`with 320 pixels shows whole dates and times of polls, and whole dates of entries, in ${locale}`, async () => {
      const { page, context, client } = await stage.person('Cy', { opens: false, phone: true, locale })
      await page.setViewportSize({ width: 320, height: 640 })
      const { id } = await client.meetings.create({
        body: {
          title: 'Picnic'.repeat(20),
          start_date: '2031-11-19',
          end_date: '2031-11-25',
          available_days: [0, 1, 2, 3, 4, 5, 6],
          start_time: '10:00',
          end_time: '12:00',
        },
      })
      await page.goto(`${stage.url}/meetings/${id}`)
      await page.locator('.poll-grid').first().waitFor()
      assert.equal(await page.evaluate(cutIn('html, .poll-grid th')), 0)
      await visit(page, '/calendar')
      await page.getByRole('button', { name: add }).first().tap()
      await page.locator('.date-and-time').first().waitFor()
      assert.equal(await page.evaluate(cutIn('.date-and-time input')), 0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      if (locale === 'ko-KR') await showsDatesInTwoLines({ page, client })
      const { link } = await client.meetings.createLink({ params: { meeting_id: id } })
      await page.goto(`${stage.url}/poll/${link}`)
      await page.locator('.poll-grid').first().waitFor()
      assert.equal(await page.evaluate(cutIn('html, .poll-grid th')), 0)
      await context.close()
    })
})
