import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { assertAccessible, assertContrast } from './axe.ts'
import { eventually, holds, isLive, openStage, type Stage } from './support.ts'

const PAGES = [
  'Today',
  'Calendar',
  'Todos',
  'Timers',
  'Reports',
  'Tags',
  'People',
  'Meeting polls',
  'History',
  'Trash',
  'Settings',
]
const PATHS: Record<string, string> = { Today: '/', 'Meeting polls': '/meetings' }
const pathOf = (name: string) => PATHS[name] ?? `/${name.toLowerCase()}`

/** A page script that runs before all others and adds up the layout shifts. */
const WATCH_SHIFTS = `
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`
/** The maximum layout shift score of a page. Smaller shifts are hardly noticeable. */
const MAX_SHIFT = 0.01
const DARK_BACKGROUND = 'rgb(18, 24, 31)'

/** Right-to-left text with a left-to-right part. */
const HEBREW = 'לתכנן את היום (v2)'

/** Finds text that starts with a Hebrew letter but is laid out from left to right. */
const WRONG_DIRECTION = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (!/^\\s*[\\u0590-\\u05ff]/.test(textContent)) continue
    const { direction, unicodeBidi } = getComputedStyle(parentElement)
    if (direction !== 'rtl' && unicodeBidi !== 'plaintext') found.push(parentElement.outerHTML)
  }
  return found
})()`

/**
 * Finds fields and buttons without a border, except quiet ones. Forced colors replace their background, so only a
 * border makes them visible.
 */
const WITHOUT_BORDER = `[...document.querySelectorAll('main :is(.button, .input):not(.quiet)')]
  .filter(each => each.checkVisibility() && getComputedStyle(each).borderTopWidth === '0px')
  .map(each => each.outerHTML)`

/** Finds checkboxes and radio buttons too small to tap, and fields with text so small that phones zoom in. */
const TOO_SMALL = `[...document.querySelectorAll('input, select, textarea')]
  .filter(each => each.checkVisibility() && !each.classList.contains('visually-hidden'))
  .filter(each =>
    /^(checkbox|radio)$/.test(each.type)
      ? each.getBoundingClientRect().height < 24
      : parseFloat(getComputedStyle(each).fontSize) < 16)
  .map(each => each.outerHTML)`

/** The maximum size of the scripts that the first page loads, in compressed bytes. */
const MOST_SCRIPT = 200_000
const DIST = join(import.meta.dirname, '../web/dist')

const IS_WIDE = 'document.documentElement.scrollWidth > innerWidth'
const isCut = (selector: string) => `{
  const { scrollWidth, clientWidth } = document.querySelector('${selector}')
  scrollWidth > clientWidth
}`
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const SMALL_PHONE = { width: 320, height: 640 }
/** Pages that show more on a desktop than on a phone. Their dark theme is checked at both widths. */
const WIDER = ['Today', 'Calendar', 'Todos']

const isDark = (page: Page) =>
  holds(page, `getComputedStyle(document.body).backgroundColor === '${DARK_BACKGROUND}'`)

/** Checks that a page follows the browser's text size, and that it fits on the screen at twice the text size. */
async function assertFitsLargeText(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const textSize = async (standard: number) => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
    const size = (standard * 15) / 16
    await holds(page, `getComputedStyle(document.documentElement).fontSize === '${size}px'`)
  }
  await textSize(32)
  // Retries, because some components follow the new size only in the next frame.
  await eventually(async () =>
    assert.equal(await page.evaluate(IS_WIDE), false, `${name}: no horizontal overflow with large text`),
  )
  await textSize(16)
  await devtools.detach()
}

/** Checks text directions, then the page with forced colors, in print, at 200% zoom, and at twice the text size. */
async function assertAdapts(page: Page, name: string): Promise<void> {
  assert.deepEqual(await page.evaluate(WRONG_DIRECTION), [], `${name}: direction of text`)
  await page.emulateMedia({ forcedColors: 'active' })
  assert.deepEqual(await page.evaluate(WITHOUT_BORDER), [], `${name}: borders with forced colors`)
  await page.emulateMedia({ forcedColors: null, media: 'print' })
  const paper = await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--paper")')
  assert.equal(paper, '#fff', `${name}: white paper, also in the dark theme`)
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: null })
  await page.setViewportSize({ width: DESKTOP.width / 2, height: DESKTOP.height / 2 })
  assert.equal(await page.evaluate(IS_WIDE), false, `${name}: no horizontal overflow at 200 % zoom`)
  await page.setViewportSize(DESKTOP)
  await assertFitsLargeText(page, name)
}

describe('every page in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  for (const phone of [false, true]) {
    it(`is accessible and stable, ${phone ? 'on a phone in the dark theme' : 'on a desktop'}`, async () => {
      const { page, context, client, complaints } = await stage.person('Ann', {
        phone,
        dark: phone,
        opens: false,
      })
      const group = await client.tags.createGroup({
        body: { name: 'Home', color: '#2563B8', is_todo_group: true },
      })
      await client.tags.create({ body: { name: 'garden', color: '#5B8C2A', group_id: group.id } })
      const deadline = new Date(Date.now() + 3_600_000).toISOString()
      await client.todos.create({ body: { title: HEBREW, tag_group_id: group.id, deadline } })
      const socket = client.timers.connect()
      await socket.start({ allocated_duration: 3600, title: HEBREW })
      socket.close()
      const thrown = await client.todos.create({ body: { title: 'Buy a hedge', tag_group_id: group.id } })
      await client.todos.remove({ params: { todo_id: thrown.id } })
      await page.addInitScript(WATCH_SHIFTS)
      for (const name of PAGES) {
        await page.goto(stage.url + pathOf(name))
        await isLive(page)
        await page.waitForLoadState('networkidle')
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (phone) await isDark(page)
        await assertAccessible(page)
        const [wide, shifted] = await page.evaluate<[boolean, number]>(
          '[document.documentElement.scrollWidth > innerWidth, shifted]',
        )
        assert.equal(wide, false, `${name}: no horizontal overflow`)
        assert.ok(shifted < MAX_SHIFT, `${name} jumps: ${shifted}`)
        if (phone) {
          assert.deepEqual(await page.evaluate(TOO_SMALL), [], `${name}: large enough`)
          await assertFitsLargeText(page, name)
          continue
        }
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await isDark(page)
        if (WIDER.includes(name)) await assertContrast(page)
        await assertAdapts(page, name)
      }
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  it('keeps its width, titles and dates with the longest names of lists and tags', async () => {
    const { page, context, client } = await stage.person('Lea', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Verylonggroup'.repeat(19), color: '#2563B8', is_todo_group: true },
    })
    const tag_ids: string[] = []
    for (const name of ['First', 'Other', 'Third']) {
      const body = { name: name.repeat(51), color: '#5B8C2A', group_id: group.id }
      tag_ids.push((await client.tags.create({ body })).id)
    }
    await client.tags.updateGroup({
      params: { group_id: group.id },
      body: { goal_ratios: { [tag_ids[0] ?? '']: 0.5 } },
    })
    for (let at = 0; at < 20; at++)
      await client.tags.create({
        body: { name: `Tag ${at} ${'x'.repeat(99)}`, color: '#5B8C2A', group_id: group.id },
      })
    await client.todos.create({
      body: { title: 'Dig', tag_group_id: group.id, tag_ids, deadline: '2030-05-01' },
    })
    const end = Date.now() - 60_000
    const segments = [{ start: new Date(end - 60_000).toISOString(), end: new Date(end).toISOString() }]
    await client.timers.addRecord({ body: { title: 'Digging', segments, tag_ids } })
    const row = page.getByRole('treeitem', { name: 'Dig' })
    const isVisible = async () => {
      const tags = await page.getByRole('group', { name: 'Filter by tags' }).boundingBox()
      assert.ok(tags && tags.height < 130, 'many tags leave space for the todos')
      const title = await row.getByRole('button', { name: 'Dig', exact: true }).boundingBox()
      assert.ok(title && title.width >= 20, 'the title is visible')
      const date = await row.getByText('May 1').boundingBox()
      const card = await row.boundingBox()
      assert.ok(date && card && date.x + date.width < card.x + card.width, 'the date is in the row')
    }
    for (const name of ['', 'todos', 'timers', 'tags', 'reports']) {
      await page.setViewportSize(DESKTOP)
      await page.goto(`${stage.url}/${name}`)
      await isLive(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (name === '') await page.getByRole('link', { name: /^First/ }).waitFor()
      if (name === 'todos') {
        await isVisible()
        const rail = await page.getByRole('navigation', { name: 'Lists' }).boundingBox()
        const list = await page.getByRole('link', { name: /^Verylonggroup/ }).boundingBox()
        assert.ok(rail && list && list.x + list.width <= rail.x + rail.width, 'the list is in the rail')
      }
      if (name === 'timers') await page.getByText('Digging', { exact: true }).waitFor()
      if (name === 'reports') {
        await page.locator('.legend-layer').first().waitFor()
        await page.getByRole('table', { name: 'The week by day' }).waitFor()
        assert.equal(
          await page.evaluate(isCut('.week-table .table-scroll')),
          false,
          'long names leave space for the figures',
        )
      }
      assert.equal(await page.evaluate(IS_WIDE), false, `${name}: no horizontal overflow`)
      if (name === 'todos') {
        await page.getByRole('button', { name: 'By tag' }).click()
        const column = page.locator('.board-column', { hasText: /^First/ })
        const [outer, card] = [await column.boundingBox(), await column.getByRole('button').boundingBox()]
        assert.ok(outer && card && card.x + card.width < outer.x + outer.width, 'the card is in its column')
        assert.equal(await page.evaluate(IS_WIDE), false, 'board: only the columns scroll sideways')
        await page.getByRole('button', { name: 'List', exact: true }).click()
        await page.getByRole('button', { name: 'Edit Dig' }).click()
        await page.getByRole('dialog', { name: 'Dig' }).waitFor()
        assert.equal(await page.evaluate(isCut('.pane')), false, 'long names fit into the details')
      }
      for (const phone of [PHONE, SMALL_PHONE]) {
        await page.setViewportSize(phone)
        if (name === '') await page.getByRole('link', { name: /^First/ }).waitFor()
        if (name === 'todos' && phone === PHONE) {
          await eventually(async () =>
            assert.equal(await page.evaluate(isCut('.pane')), false, 'the pane stays and fits'),
          )
          await page.getByRole('dialog', { name: 'Dig' }).getByRole('button', { name: 'Close' }).click()
          await page.getByRole('button', { name: 'Edit Dig' }).click()
          await page.locator('dialog').waitFor()
        }
        // Retries, because some components follow the new width only in the next frame.
        await eventually(async () => {
          if (name === 'todos') {
            await isVisible()
            assert.equal(await page.evaluate(isCut('dialog')), false, 'long names fit into the dialog')
          }
          assert.equal(await page.evaluate(IS_WIDE), false, `${name}: no overflow with ${phone.width} pixels`)
        })
      }
    }
    await context.close()
  })

  for (const { path, title, late } of [
    { path: '/', title: 'Digging', late: '/v1/timers' },
    { path: '/calendar', title: 'Practice', late: '/v1/schedules' },
    { path: '/calendar', title: 'Practice', late: '/v1/holidays' },
  ]) {
    it(`draws ${path} once on a phone, even if ${late} loads late`, async () => {
      const { page, context, client, complaints } = await stage.person('Dan', { phone: true, opens: false })
      for (const days of [0, 12, 25]) {
        const start = Date.now() + days * 86_400_000
        const [start_time, end_time] = [start, start + 3_600_000].map(time => new Date(time).toISOString())
        await client.schedules.create({
          body: { title: 'Practice', start_time: start_time ?? '', end_time: end_time ?? '' },
        })
      }
      const socket = client.timers.connect()
      await socket.start({ allocated_duration: 3600, title: 'Digging' })
      socket.close()
      await page.addInitScript(WATCH_SHIFTS)
      const other = Promise.withResolvers<void>()
      await page.route(`**${late}?*`, async route => {
        await other.promise
        await route.continue()
      })
      const early = late === '/v1/schedules' ? '/v1/holidays' : '/v1/schedules'
      const isEarly = page.waitForResponse(response => response.url().includes(`${early}?`))
      await page.goto(stage.url + path)
      await isEarly
      await isLive(page)
      other.resolve()
      await page.getByText(title).first().waitFor()
      await page.waitForLoadState('networkidle')
      const shifted = await page.evaluate<number>('shifted')
      assert.ok(shifted < MAX_SHIFT, `jumps: ${shifted}`)
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  it('the Back button closes the top dialog, also on the first page, and asks before changes are lost', async () => {
    const { page, context, client, complaints } = await stage.person('Dot', { phone: true, opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Paint the door', tag_group_id: group.id } })
    await page.goto(`${stage.url}/calendar`)
    await page.getByRole('button', { name: 'Add entry' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add entry' })
    await form.waitFor()
    await page.goBack()
    await form.waitFor({ state: 'detached' })
    assert.match(page.url(), /\/calendar/)

    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    for (const name of ['History', 'Share']) {
      await page.getByRole('button', { name: 'Edit Paint the door' }).click()
      const details = page.getByRole('dialog', { name: 'Paint the door' })
      await details.getByRole('button', { name, exact: true }).click()
      const above = page.getByRole('dialog', { name: new RegExp(`^${name} `) })
      await above.waitFor()
      await page.goBack()
      await above.waitFor({ state: 'detached' })
      await details.getByRole('button', { name, exact: true }).waitFor()
      await page.goBack()
      await details.waitFor({ state: 'detached' })
      assert.equal(page.url(), `${stage.url}/todos`)
    }

    // Changes are not lost without a question.
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.getByRole('link', { name: 'Calendar' }).click()
    const add = page.getByRole('button', { name: 'Add entry' }).first()
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await add.click()
    await form.waitFor()
    await page.goBack()
    await form.waitFor({ state: 'detached' })
    await add.click()
    await form.getByLabel('Title').fill('Lunch')
    await page.goBack()
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('Title').inputValue(), 'Lunch')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await form.waitFor({ state: 'detached' })
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /Add entry/)
    assert.match(page.url(), /\/calendar/)
    await page.goBack()
    await page.waitForURL(`${stage.url}/`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('opens with little script, can be used by keyboard, and remembers a language and a theme', async () => {
    const { page, context, complaints } = await stage.person('Bea', { opens: false })
    const scripts = new Set<string>()
    const note = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    }
    page.on('request', note)
    await page.goto(stage.url, { waitUntil: 'networkidle' })
    page.off('request', note)
    const sizes = [...scripts].map(path => statSync(join(DIST, `${path}.gz`)).size)
    const sum = sizes.reduce((all, size) => all + size, 0)
    assert.ok(sum > 0 && sum <= MOST_SCRIPT, `${sum} bytes in ${sizes.length} files`)

    await isLive(page)
    for (const [key, name] of [
      ['c', 'Calendar'],
      ['d', 'Todos'],
      ['i', 'Timers'],
      ['a', 'Tags'],
      ['p', 'People'],
      ['m', 'Meeting polls'],
      ['h', 'History'],
      ['x', 'Trash'],
      ['s', 'Settings'],
      ['t', 'Today'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.locator(`nav a[aria-current=page]`, { hasText: name }).waitFor()
    }
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Help' })
    await sheet.getByText('Go to Calendar').waitFor()
    await sheet.getByText('Plan a day').click()
    await sheet.getByText('Drag a todo from the Todos panel').waitFor()
    await sheet.getByText("What's new").click()
    await sheet.getByRole('term').first().waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await page.keyboard.press('s')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('timer').waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Search everything, or run a command' })
    await palette.fill('pause')
    await page.getByRole('option', { name: /Pause or resume/ }).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.keyboard.press('Control+k')
    const isAnswered = page.waitForResponse(response => response.url().includes('/v1/search'))
    await palette.fill('go meet')
    await isAnswered
    // A command was found, so the palette does not say that nothing was found.
    await page.locator('#palette-status:empty').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Meeting polls', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('timer').waitFor({ state: 'detached' })

    // Can be Korean and dark, and remembers both.
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Dark', { exact: true }).check()
    const hasKoreanFont = `[...document.fonts].some(({ family }) => family.includes('Noto Sans KR'))`
    assert.equal(await page.evaluate(hasKoreanFont), false)
    await page.getByLabel('Language').selectOption('한국어')
    await page.getByRole('heading', { name: '설정', level: 1 }).waitFor()
    await holds(page, hasKoreanFont)
    await page.reload()
    await page.getByRole('heading', { name: '설정', level: 1 }).waitFor()
    await eventually(async () => {
      const said = await page.evaluate<string[]>(
        '[document.documentElement.lang, document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]',
      )
      assert.deepEqual(said, ['ko', 'dark', DARK_BACKGROUND])
    })
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
