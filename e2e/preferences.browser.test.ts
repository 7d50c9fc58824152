import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import {
  eventually,
  holds,
  isLive,
  openStage,
  type Person,
  type Stage,
  signInPassword,
  signInWithCookie,
} from './support.ts'
import { visit } from './visit.ts'

const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme ?? "system"')

describe('preferences of one person', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  describe('in two browsers', () => {
    let person: Person
    /** A second browser in another time zone. */
    let other: Page
    before(async () => {
      person = await stage.person('Ann', { worker: true })
    })
    after(() => Promise.all(stage.browser.contexts().map(each => each.close())))

    async function openElsewhere(): Promise<void> {
      const context = await stage.context({ locale: 'ko-KR', timezone: 'Asia/Seoul' })
      other = await context.newPage()
      other.on('pageerror', error => person.complaints.push(error.message))
      // Before signing in, the browser's settings apply.
      await other.goto(stage.url)
      await holds(other, `document.documentElement.lang === 'ko'`)
      await other.evaluate(`localStorage.setItem('daymark.language', 'en')`)
      await signInWithCookie(other, stage.url, person.email)
      await isLive(other)
    }

    it('are guessed once, and synced', async () => {
      const { page, client, complaints } = person
      await eventually(async () => {
        const guessed = await client.users.preferences()
        assert.deepEqual(
          [guessed.timezone, guessed.language, guessed.week_start, guessed.time_format, guessed.theme],
          ['Europe/Berlin', 'en', 6, '12h', 'system'],
        )
        assert.equal(guessed.holiday_country, 'DE')
      })
      const { version } = await client.users.preferences()
      await openElsewhere()
      // Uses the account's time zone and language, not those of the second browser.
      await holds(other, `localStorage.getItem('daymark.timezone') === 'Europe/Berlin'`)
      await holds(other, `document.documentElement.lang === 'en'`)
      await page.reload()
      await isLive(page)
      assert.equal((await client.users.preferences()).version, version, 'nothing is guessed again')
      assert.deepEqual(complaints, [])
    })

    it('the default list opens first, on every device, and takes new todos', async () => {
      const { page, client, complaints } = person
      const list = (name: string) =>
        client.tags.createGroup({ body: { name, color: '#1B6F6A', is_todo_group: true } })
      const [, work] = [await list('Home'), await list('Work')]
      await page.getByRole('link', { name: 'Todos', exact: true }).click()
      const chosen = (on: typeof page, name: string) =>
        on.locator('.todo-rail a[aria-current=page]').getByText(name, { exact: true })
      await chosen(page, 'Home').waitFor()
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByLabel('Default list').selectOption('Work')
      await eventually(async () =>
        assert.equal((await client.users.preferences()).default_tag_group_id, work.id),
      )
      await other.getByRole('link', { name: 'Todos', exact: true }).click()
      await chosen(other, 'Work').waitFor()
      await isLive(other)
      await other.getByLabel('Add todo').fill('Report')
      await other.keyboard.press('Enter')
      await eventually(async () => assert.equal((await client.todos.list())[0]?.tag_group_id, work.id))
      await client.tags.deleteGroup({ params: { group_id: work.id } })
      await chosen(other, 'Home').waitFor()
      await page.getByRole('link', { name: 'Todos', exact: true }).click()
      await chosen(page, 'Home').waitFor()
      assert.deepEqual(complaints, [])
    })

    it('changed offline are kept across a reload and sent later', async () => {
      const { page, context, client, complaints } = person
      await page.getByRole('link', { name: 'Settings' }).click()
      await isLive(page)
      await holds(page, `navigator.serviceWorker.controller !== null`)
      await page.getByRole('button', { name: 'Synced', exact: true }).waitFor()
      await context.setOffline(true)
      await page.getByRole('radio', { name: 'Dark' }).click()
      await page.getByRole('button', { name: 'Offline, 1 change waiting' }).waitFor()
      assert.equal(await theme(page), 'dark')
      assert.equal(await theme(other), 'system')
      await page.reload()
      await page.getByRole('button', { name: 'Offline, 1 change waiting' }).waitFor()
      assert.equal(await theme(page), 'dark')
      await context.setOffline(false)
      await holds(other, `document.documentElement.dataset.theme === 'dark'`)
      assert.equal((await client.users.preferences()).theme, 'dark')
      assert.deepEqual(complaints, [])
    })

    it('appear in the other at once: theme, language, zone and time format', async () => {
      const { page, client, complaints } = person
      await client.schedules.create({
        body: { title: 'Tea', start_time: '2026-06-10T13:30:00Z', end_time: '2026-06-10T14:30:00Z' },
      })
      await visit(other, '/calendar/2026-06-10')
      await isLive(other)
      const tea = other.locator('.entry', { hasText: 'Tea' })
      await tea.getByText('3:30').waitFor()
      await page.getByRole('link', { name: 'Settings' }).click()
      await isLive(page)
      await page.getByRole('radio', { name: 'Light' }).click()
      await holds(other, `document.documentElement.dataset.theme === 'light'`)
      await page.getByLabel('Time format').selectOption('24h')
      await tea.getByText('15:30').waitFor()
      await page.getByLabel('Time zone').fill('Asia/Tokyo')
      await tea.getByText('22:30').waitFor()
      await page.getByLabel('Language').selectOption('한국어')
      await holds(other, `document.documentElement.lang === 'ko'`)
      await other.getByRole('link', { name: '설정' }).click()
      await other.getByLabel('시간대').waitFor()
      assert.equal(await other.getByLabel('시간대').inputValue(), 'Asia/Tokyo')
      assert.deepEqual(complaints, [])
    })
  })

  it('are guessed from a Korean browser on the first visit, which asks nothing', async () => {
    const context = await stage.context({ locale: 'ko-KR', timezone: 'Asia/Seoul' })
    const page = await context.newPage()
    const dialogs: string[] = []
    page.on('dialog', dialog => void dialog.dismiss().then(() => dialogs.push(dialog.message())))
    await page.goto(stage.url)
    await page.getByLabel('이메일 주소').fill(`nobody-${crypto.randomUUID()}@example.org`)
    await page.getByLabel('비밀번호').fill('a wild guess')
    await page.getByRole('button', { name: '로그인', exact: true }).click()
    await page.getByText('이메일 주소 또는 비밀번호가 올바르지 않습니다.').waitFor()
    await page.getByRole('button', { name: '계정 만들기' }).click()
    await page.getByLabel('이름').fill('Gu')
    await page.getByLabel('이메일 주소').fill(`gu-${crypto.randomUUID()}@example.org`)
    await page.getByLabel('비밀번호').fill(signInPassword)
    // Collects writes by idempotency key, because a reload may send the same write again.
    const saved = new Map<string, Record<string, unknown>>()
    page.on('request', request => {
      if (request.method() === 'PATCH' && request.url().endsWith('/users/me/preferences'))
        saved.set(request.headers()['idempotency-key'] ?? '', request.postDataJSON())
    })
    await page.getByRole('button', { name: '계정 만들기' }).click()
    await page.getByRole('heading', { name: '오늘', exact: true }).waitFor()
    await isLive(page)
    await page.getByRole('button', { name: '동기화됨', exact: true }).waitFor()
    await eventually(async () => assert.equal(saved.size, 1))
    const [{ timezone, language, week_start, time_format, holiday_country } = {}] = saved.values()
    assert.deepEqual(
      { timezone, language, week_start, time_format, holiday_country },
      { timezone: 'Asia/Seoul', language: 'ko', week_start: 6, time_format: '12h', holiday_country: 'KR' },
    )
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(dialogs, [])
    await page.reload()
    await isLive(page)
    await page.getByRole('button', { name: '동기화됨', exact: true }).waitFor()
    assert.equal(saved.size, 1, 'saved once')
    await context.close()
  })

  it('stored by an earlier version in the browser are saved to the account', async () => {
    const person = await stage.person('Eve', { opens: false })
    const { client, complaints } = person
    const context = await stage.context()
    const page = await context.newPage()
    // Any page of the server can store data for the app.
    await page.goto(`${stage.url}/health`)
    await page.evaluate(
      `for (const [name, value] of Object.entries({ theme: 'dark', timezone: 'Asia/Seoul', 'week-start': '1' }))
        localStorage.setItem('daymark.' + name, value)`,
    )
    await signInWithCookie(page, stage.url, person.email)
    await eventually(async () => {
      const saved = await client.users.preferences()
      assert.deepEqual([saved.theme, saved.timezone, saved.week_start], ['dark', 'Asia/Seoul', 0])
    })
    assert.equal(await theme(page), 'dark')
    await context.close()
    assert.deepEqual(complaints, [])
  })

  it('working hours are edited by day, refused if they overlap, and undone', async () => {
    const { page, client, complaints } = await stage.person('Dan', { opens: false, phone: true })
    await page.goto(`${stage.url}/settings`)
    await isLive(page)
    await page.getByRole('button', { name: 'Set working hours' }).click()
    const hoursOf = async () => (await client.users.preferences()).working_hours
    await eventually(async () =>
      assert.deepEqual((await hoursOf())?.['4'], [{ start: '09:00', end: '17:00' }]),
    )
    await page.getByRole('button', { name: 'Remove working hours for Friday' }).click()
    await eventually(async () => assert.equal((await hoursOf())?.['4'], undefined))
    await page.getByRole('button', { name: 'Add working hours for Monday' }).click()
    const second = page.getByLabel('Monday: from').nth(1)
    await second.waitFor()
    await second.fill('16:00')
    await page.getByText('must not overlap').waitFor()
    await assertAccessible(page)
    await second.fill('18:30')
    await second.blur()
    await eventually(async () =>
      assert.deepEqual((await hoursOf())?.['0'], [
        { start: '09:00', end: '17:00' },
        { start: '18:30', end: '19:00' },
      ]),
    )
    await page.locator('h1').click()
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal((await hoursOf())?.['0']?.[1]?.start, '18:00'))
    assert.deepEqual(complaints, [])
  })
})
