import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { holds, isLive, openStage, type Stage } from './support.ts'
import { visit } from './visit.ts'

/** Counts the pages of a PDF. The pattern does not match the page tree, whose type is "Pages". */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0
const sizeOf = (pdf: Buffer): number[] =>
  /\/MediaBox\s*\[([^\]]*)\]/.exec(pdf.toString('latin1'))?.[1]?.trim().split(/\s+/).map(Number) ?? []

async function addWeek({ client }: Awaited<ReturnType<Stage['person']>>): Promise<void> {
  const add = (title: string, start_time: string, end_time: string, all_day = false) =>
    client.schedules.create({ body: { title, start_time, end_time, all_day } })
  await add('Trip', '2026-05-12', '2026-05-15', true)
  await add('Breakfast', '2026-05-13T05:30:00Z', '2026-05-13T06:00:00Z')
  await add('Night train', '2026-05-14T20:00:00Z', '2026-05-15T02:00:00Z')
  await add('Next week', '2026-05-20T09:00:00Z', '2026-05-20T10:00:00Z')
}

const shownOnPaper = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.print-bar, .print-block strong')].map(each => each.textContent)`,
  )

describe('printing in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('puts the week on one landscape page from every view, and prints nothing if the entries could not be loaded', async () => {
    const person = await stage.person('Ann', { opens: false, dark: true })
    const { page, context, complaints } = person
    await addWeek(person)
    await page.goto(`${stage.url}/calendar/2026-05-13`)
    await isLive(page)
    await page.locator('.entry', { hasText: 'Night train' }).first().waitFor()
    for (const view of ['Week', 'Day']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await page.locator('.calendar-grid[aria-busy="false"]').waitFor()
      for (const format of ['A4', 'Letter']) {
        const pdf = await page.pdf({ format, printBackground: true })
        assert.equal(pagesOf(pdf), 1, `${view} on ${format}`)
      }
    }
    const [, , width = 0, height = 0] = sizeOf(await page.pdf({ preferCSSPageSize: true }))
    assert.ok(width > height, 'landscape')

    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    assert.deepEqual(await shownOnPaper(page), [
      "Mother's Day",
      'Ascension Day',
      'Trip',
      'Breakfast',
      'Night train',
      'Night train',
    ])
    const paper = page.locator('.print-week')
    await paper.getByText('May 10 – 16, 2026').waitFor()
    await paper.getByText('12:00 AM', { exact: true }).waitFor()
    assert.equal(await page.getByRole('navigation').isVisible(), false)
    assert.equal(await page.locator('.calendar-grid').isVisible(), false)
    const color = await page.evaluate(`getComputedStyle(document.querySelector('.print-week')).color`)
    assert.equal(color, 'rgb(0, 0, 0)', 'also in the dark theme')
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await page.emulateMedia({ media: 'screen' })
    await page.locator('.print-week').waitFor({ state: 'detached' })
    await page.locator('.calendar-grid').waitFor()

    // The toolbar and the command palette print too.
    await page.evaluate(`window.printed = 0; window.print = () => { window.printed += 1 }`)
    await page.getByRole('button', { name: 'Print week' }).click()
    await holds(page, 'window.printed === 1')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything, or run a command' }).fill('print')
    await page.keyboard.press('Enter')
    await holds(page, 'window.printed === 2')

    await page.route('**/v1/schedules?*', route => route.fulfill({ status: 503 }))
    // The calendar reads the date from the URL only when it opens.
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await visit(page, '/calendar/2031-01-01')
    await page.getByRole('button', { name: 'Print week' }).click()
    await page.getByText('The week was not printed').waitFor()
    assert.equal(await page.evaluate('window.printed'), 2)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('puts all todos of a long list on paper, with whole titles', async () => {
    const { page, context, client, complaints } = await stage.person('Cal', { opens: false })
    const list = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    for (let at = 0; at < 80; at++)
      await client.todos.create({ body: { title: `Water plant number ${at}`, tag_group_id: list.id } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('treeitem').first().waitFor()
    const rows = page.getByRole('treeitem')
    assert.ok((await rows.count()) < 80)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    assert.equal(await rows.count(), 80)
    const isCut = `[...document.querySelectorAll('.todo-title')].some(each => each.scrollWidth > each.clientWidth)`
    assert.equal(await page.evaluate(isCut), false)
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await rows.nth(79).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
