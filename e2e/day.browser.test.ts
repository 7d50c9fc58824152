import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { drag } from './calendar-grid.ts'
import {
  eventually,
  finger,
  holds,
  isLive,
  middleOf,
  openStage,
  type Person,
  readyForOffline,
  type Stage,
  zoneAtNoon,
} from './support.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const TITLE = 'Write the report'

/**
 * Today's noon, and a time zone in which the tests start between 12:00 and 13:00. Both are set just before the tests
 * run, because the file may be loaded minutes earlier.
 */
let noon = 0
let timezone = ''
const at = (hours: number) => noon + (hours - 12) * HOUR_MS
const iso = (hours: number) => new Date(at(hours)).toISOString()

/** Scrolls to an hour in a column and returns its position. */
async function placeOf(page: Page, lane: 'planned' | 'tracked', hour: number) {
  const column = page.locator(`.day-lane.${lane}`)
  await column.evaluate((element, part) => {
    const box = element as unknown as { clientHeight: number; closest(name: string): { scrollTop: number } }
    box.closest('.day-timeline').scrollTop = box.clientHeight * part - 240
  }, hour / 24)
  const box = await column.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24, hourPx: box.height / 24 }
}

const blockOf = (page: Page, lane: 'planned' | 'tracked', title: string): Locator =>
  page.locator(`.time-block.${lane}`, { hasText: title })

async function withTodo({ client }: Person): Promise<string> {
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#2563B8', is_todo_group: true },
  })
  const { id } = await client.todos.create({
    body: { title: TITLE, tag_group_id: group.id, estimate_minutes: 45 },
  })
  return id
}

describe('the day in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
    const now = Date.now()
    noon = Math.floor(now / HOUR_MS) * HOUR_MS
    timezone = zoneAtNoon(now)
  })
  after(() => stage.close())

  it('begins with three steps, or with a sample week that one click removes', async () => {
    const { page, client, context, complaints } = await stage.person('New')
    const steps = page.getByRole('region', { name: 'Get started' })
    await steps.getByRole('button', { name: 'Add a sample week' }).click()
    await page.getByText('Reply to the feedback').first().waitFor()
    const counts = async () => [
      (await client.tags.listGroups()).length,
      (await client.todos.list()).length,
      (await client.timers.list()).length > 0,
    ]
    await eventually(async () => assert.deepEqual(await counts(), [1, 7, true]))
    await page.getByRole('button', { name: 'Remove sample week' }).click()
    await eventually(async () => assert.deepEqual(await counts(), [0, 0, false]))
    await steps.getByLabel('Name of your first list').fill('Home')
    await page.keyboard.press('Enter')
    await steps.getByLabel('Your first todo').fill('Water the plants')
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await steps.getByRole('button', { name: /^Track \d+ minutes$/ }).click()
    await page.getByRole('timer').waitFor()
    await steps.getByText('Your day is set up').waitFor()
    await page.locator('.due-title', { hasText: 'Water the plants' }).first().waitFor()
    await steps.getByRole('button', { name: 'Hide these steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.due-title', { hasText: 'Water the plants' }).first().waitFor()
    assert.equal(await steps.count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('plans a todo by drag, tracks it live, and corrects time with one drag', async () => {
    const person = await stage.person('Ann', { timezone })
    const { page, client, context, complaints } = person
    const todo_id = await withTodo(person)
    await isLive(page)
    const item = page.locator('.drawer-item', { hasText: TITLE }).first()
    await item.waitFor()
    const target = await placeOf(page, 'planned', 15 + 1 / 16)
    await drag(page, await middleOf(item.locator('.due-title')), target)
    const planned = blockOf(page, 'planned', TITLE)
    await planned.getByText('3:00 – 3:45 PM').waitFor()
    await page.locator('.day-sum', { hasText: '45 min planned' }).waitFor()
    await eventually(async () => {
      const [entry] = await client.schedules.list({
        query: { start_date: iso(0).slice(0, 10), end_date: iso(48).slice(0, 10), timezone: 'UTC' },
      })
      assert.deepEqual(
        [entry?.start_time, entry?.end_time].map(text => Date.parse(text ?? '')),
        [at(15), at(15.75)],
      )
    })
    // Alt with an arrow key moves the entry, and Shift with an arrow key moves its end.
    await planned.locator('.block-main').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await planned.getByText('3:15 – 4:00 PM').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await planned.getByText('3:15 – 4:15 PM').waitFor()

    await planned.hover()
    await planned.getByRole('button', { name: `Start timer for ${TITLE}` }).click()
    await page.locator('.time-block.tracked.is-running', { hasText: TITLE }).waitFor()
    await eventually(async () => {
      const [timer] = await client.timers.list()
      assert.deepEqual([timer?.status, timer?.todo_id], ['RUNNING', todo_id])
    })
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.locator('.is-running.tracked').waitFor({ state: 'detached' })

    const { id } = await client.timers.addRecord({
      body: { title: 'Forgotten', segments: [{ start: iso(6), end: iso(11) }] },
    })
    const forgotten = blockOf(page, 'tracked', 'Forgotten')
    await forgotten.getByText('6:00 – 11:00 AM').waitFor()
    await assertAccessible(page)
    const end = await placeOf(page, 'tracked', 11)
    await page.mouse.move(end.x, end.y - 2)
    await drag(page, { x: end.x, y: end.y - 2 }, { x: end.x, y: end.y - 2 - 3 * end.hourPx })
    await forgotten.getByText('6:00 – 8:00 AM').waitFor()
    const segments = async () =>
      (await client.timers.get({ params: { timer_id: id } })).segments.map(({ start, end: last }) => [
        Date.parse(start),
        Date.parse(last ?? ''),
      ])
    await eventually(async () => assert.deepEqual(await segments(), [[at(6), at(8)]]))
    await page.locator('.toast', { hasText: 'Forgotten' }).getByRole('button', { name: 'Undo' }).click()
    await forgotten.getByText('6:00 – 11:00 AM').waitFor()

    await forgotten.locator('.block-main').press('Enter')
    await page.getByLabel('Split at').fill('09:00')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Split', exact: true }).click()
    await forgotten.getByText('9:00 – 11:00 AM').waitFor()
    await forgotten.filter({ hasText: '6:00 – 9:00 AM' }).locator('.block-main').press('Delete')
    await forgotten.getByText('6:00 – 9:00 AM').waitFor({ state: 'detached' })
    await eventually(async () => assert.equal((await client.timers.list()).length, 2))

    // A timer that another device starts appears immediately, and a drag stops it at an earlier time.
    const socket = client.timers.connect()
    await socket.start({ allocated_duration: 600, title: 'Still on', at: new Date(at(9)).toISOString() })
    await page.locator('.time-block.tracked.is-running', { hasText: 'Still on' }).waitFor()
    const { hourPx } = await placeOf(page, 'tracked', 12)
    const box = await blockOf(page, 'tracked', 'Still on').boundingBox()
    assert.ok(box)
    const [x, bottom] = [box.x + box.width / 2, box.y + box.height - 2]
    await drag(page, { x, y: bottom }, { x, y: box.y + hourPx })
    await page.locator('.is-running.tracked').waitFor({ state: 'detached' })
    await eventually(async () => {
      const timer = (await client.timers.list()).find(({ title }) => title === 'Still on')
      assert.equal(timer?.status, 'COMPLETED')
      assert.ok(Math.abs((timer?.elapsed_time ?? 0) - 3600) <= 600, `${timer?.elapsed_time}`)
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('fills a gap from the plan, shows other days, works offline, and copies the week', async () => {
    const { page, client, context, complaints } = await stage.person('Bea', {
      opens: false,
      worker: true,
      timezone,
    })
    await client.schedules.create({ body: { title: 'Stand-up', start_time: iso(9), end_time: iso(10) } })
    const todos = await client.tags.createGroup({
      body: { name: 'Home', color: '#B45309', is_todo_group: true },
    })
    const due = await client.todos.create({
      body: { title: 'Tax return', tag_group_id: todos.id, deadline: iso(16) },
    })
    await client.timers.addRecord({ body: { title: 'Email', segments: [{ start: iso(8), end: iso(9) }] } })
    await client.schedules.create({ body: { title: 'Review', start_time: iso(33), end_time: iso(34) } })
    const tag = await client.tags.create({ body: { name: 'Chores', color: '#B45309', group_id: todos.id } })
    const goals = { params: { group_id: todos.id }, body: { goal_ratios: { [tag.id]: 0.5 } } }
    await client.tags.updateGroup(goals)
    await page.goto(stage.url)
    await isLive(page)
    await page.getByRole('link', { name: /^Chores: .*goal 50%/ }).waitFor()
    // When the page opens again from the cache, the timeline still starts shortly before the current time.
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await holds(page, `document.querySelector('.day-timeline')?.scrollTop > 0`)
    // A deadline's entry is shown as a flag. It takes no planned time, and moving it asks whether to move the deadline.
    const flag = page.locator('.time-block.is-flag', { hasText: 'Tax return' })
    await flag.getByText('4:00 PM', { exact: true }).waitFor()
    await page.locator('.day-sum', { hasText: '1 h planned' }).waitFor()
    await flag.locator('.block-main').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('button', { name: 'Move the deadline' }).click()
    await flag.getByText('4:15 PM', { exact: true }).waitFor()
    await eventually(async () => {
      const todo = await client.todos.get({ params: { todo_id: due.id } })
      assert.ok('deadline' in todo)
      assert.deepEqual(
        [todo.deadline, todo.schedules[0]?.start_time].map(text => Date.parse(text ?? '')),
        [at(16.25), at(16.25)],
      )
    })
    await flag.locator('.block-main').press('Enter')
    await page.getByRole('button', { name: 'Mark as done' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /What did you do\? 9:00/ }).click()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Stand-up planned/ }).click()
    await blockOf(page, 'tracked', 'Stand-up').getByText('9:00 – 10:00 AM').waitFor()
    await page.locator('.day-sum', { hasText: '2 h tracked' }).waitFor()

    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Tomorrow', level: 1 }).waitFor()
    await blockOf(page, 'planned', 'Review').waitFor()
    const date = new Date(at(36)).toISOString().slice(0, 10)
    assert.match(page.url(), new RegExp(`/day/${date}$`))
    await page.reload()
    await blockOf(page, 'planned', 'Review').waitFor()
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    await page.keyboard.press('d')
    await page.locator('#day-date:focus').fill(date)
    await blockOf(page, 'planned', 'Review').waitFor()
    await page.goto(`${stage.url}/today`)
    await blockOf(page, 'tracked', 'Email').waitFor()
    assert.equal(new URL(page.url()).pathname, '/')

    await readyForOffline(page, 'Stand-up')
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    const email = blockOf(page, 'tracked', 'Email')
    await email.locator('.block-main').focus()
    await page.keyboard.press('Shift+ArrowUp')
    await email.getByText('8:00 – 8:55 AM').waitFor()
    await page.reload()
    await email.getByText('8:00 – 8:55 AM').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Synced', exact: true }).waitFor()
    await eventually(async () => {
      const timer = (await client.timers.list()).find(({ title }) => title === 'Email')
      assert.equal(timer?.elapsed_time, 55 * 60)
    })

    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await page.getByRole('button', { name: 'Copy week to next week' }).click()
    await page.getByRole('dialog').getByLabel('Stand-up').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Copy \d entr/ }).click()
    await eventually(async () => {
      const [start_date, end_date] = [iso(24 * 6), iso(24 * 9)].map(text => text.slice(0, 10))
      const copies = await client.schedules.list({
        query: { start_date: start_date ?? '', end_date: end_date ?? '' },
      })
      assert.ok(
        copies.some(entry => entry.title === 'Stand-up' && Date.parse(entry.start_time) === at(9 + 24 * 7)),
      )
    })

    await page.getByRole('button', { name: 'Week templates' }).click()
    const templates = page.getByRole('dialog', { name: 'Week templates' })
    await templates.getByLabel('Template name').fill('Usual')
    await templates.getByRole('button', { name: 'Save this week' }).click()
    await templates.getByRole('button', { name: 'Rename template Usual' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename template' })
    await renaming.getByLabel('Template name').fill('Best week')
    await renaming.getByRole('button', { name: 'Save name' }).click()
    await templates.getByText('Best week', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('button', { name: 'Week templates' }).click()
    await templates.getByRole('button', { name: 'Apply template Best week' }).click()
    await page.getByRole('button', { name: /^Add \d entr/ }).click()
    await page
      .getByText(/^Added \d entr/)
      .last()
      .waitFor()
    await eventually(async () => {
      const [start_date, end_date] = [iso(24 * 13), iso(24 * 16)].map(text => text.slice(0, 10))
      const added = await client.schedules.list({
        query: { start_date: start_date ?? '', end_date: end_date ?? '' },
      })
      assert.ok(
        added.some(entry => entry.title === 'Stand-up' && Date.parse(entry.start_time) === at(9 + 24 * 14)),
      )
    })
    await page.getByRole('button', { name: 'Week templates' }).click()
    await templates.getByRole('button', { name: 'Delete template Best week' }).click()
    await templates.getByText('No templates yet').waitFor()
    await eventually(async () => assert.deepEqual((await client.users.preferences()).week_templates, []))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('has the same by finger, on a phone', async () => {
    const person = await stage.person('Cleo', { opens: false, phone: true, timezone })
    const { page, client, context, complaints } = person
    await withTodo(person)
    await client.timers.addRecord({
      body: { title: 'Email', segments: [{ start: iso(10), end: iso(11.5) }] },
    })
    await page.goto(stage.url)
    await isLive(page)
    const target = await placeOf(page, 'planned', 11 + 1 / 16)
    await page.getByRole('button', { name: 'Show todos' }).tap()
    await assertAccessible(page)
    const touch = await finger(page)
    const from = await middleOf(
      page.locator('.drawer-item', { hasText: TITLE }).first().locator('.due-title'),
    )
    await touch.down(from.x, from.y)
    // Resting the finger starts the drag.
    await page.locator('.day-timeline.is-dragging').waitFor()
    await touch.move(target.x, target.y + 40)
    await touch.move(target.x, target.y)
    await touch.up()
    await blockOf(page, 'planned', TITLE).waitFor()
    await page.getByRole('button', { name: 'Close todos' }).tap()

    // Dragging the lower edge with a finger shortens the block.
    const email = blockOf(page, 'tracked', 'Email')
    const edge = await placeOf(page, 'tracked', 11.5)
    await touch.down(edge.x, edge.y)
    await touch.move(edge.x, edge.y - edge.hourPx / 4)
    await touch.move(edge.x, edge.y - edge.hourPx / 2)
    await touch.up()
    await eventually(async () => {
      const timer = (await client.timers.list()).find(({ title }) => title === 'Email')
      assert.ok(
        Math.abs((timer?.elapsed_time ?? 0) * 1000 - HOUR_MS) <= 5 * MINUTE_MS,
        `${timer?.elapsed_time}`,
      )
    })
    await email.locator('.block-main').tap()
    await page.getByRole('button', { name: 'Continue', exact: true }).tap()
    await page.locator('.strip-name', { hasText: 'Email' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
