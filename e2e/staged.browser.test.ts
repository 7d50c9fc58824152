import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Page } from 'playwright-core'
import { buildWeb } from '../scripts/services/server-program.ts'
import { currentCause } from '../server/src/platform/kernel/cause.ts'
import type { Storage } from '../server/src/platform/storage/unit-of-work.ts'
import { type EmbeddedApp, startEmbedded } from '../server/test/support/accounts.ts'
import { listening } from '../server/test/support/device.ts'
import { openFreshSqlite } from '../server/test/support/sqlite.ts'
import { LIMIT, longList, MANY } from '../server/test/support/staged.ts'
import { assertAccessible } from './axe.ts'
import { eventually, isLive, openStageAt, type Stage } from './support.ts'

/** Stops a server between two steps of a request, but not its other writes. */
function betweenSteps(storage: Storage) {
  let opened: PromiseWithResolvers<void> | undefined
  let reached = Promise.withResolvers<void>()
  const isMidway = async () => {
    const { batch_id } = currentCause()
    const running = storage.read(db =>
      db.sql
        .selectFrom('staged_requests')
        .select('id')
        .where('batch_id', '=', batch_id)
        .where('done', '>', 0)
        .where('ended_at', 'is', null)
        .executeTakeFirst(),
    )
    return (await running) !== undefined
  }
  return {
    storage: {
      ...storage,
      close: async () => {},
      write: async (keys, work) => {
        if (opened && (await isMidway())) {
          reached.resolve()
          await opened?.promise
        }
        return storage.write(keys, work)
      },
    } as Storage,
    /** Resolves when a request has done a step and waits for `go`. */
    stop(): Promise<void> {
      opened = Promise.withResolvers()
      reached = Promise.withResolvers()
      return reached.promise
    },
    go(): void {
      opened?.resolve()
      opened = undefined
    },
  }
}

describe('requests that run in steps', () => {
  let storage: Storage
  let gate: ReturnType<typeof betweenSteps>
  let server: EmbeddedApp
  let stage: Stage
  before(async () => {
    await buildWeb()
    storage = await openFreshSqlite()
    gate = betweenSteps(storage)
    server = await startEmbedded(gate.storage, { ACCOUNTS_TRUST_EMAIL: 'true' }, LIMIT)
    await server.join()
    stage = await openStageAt({ url: `http://${await listening(server.app)}`, folder: server.dataDir })
  })
  after(async () => {
    await stage.close()
    await server.close()
    await storage.close()
  })

  async function deleteList(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Edit Long' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: `Delete group and ${MANY} todos` }).click()
  }

  const bar = (page: Page, name: string) => page.getByRole('progressbar', { name })
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop and take back' })
  const countIs = (client: Client, count: number) =>
    eventually(async () => assert.equal((await client.todos.list()).length, count))

  /** The server does some steps of what `act` asks for, and goes on after `look`. */
  async function during(act: () => Promise<void>, look: () => Promise<void>): Promise<void> {
    const isStopped = gate.stop()
    await act()
    await isStopped
    await look().finally(() => gate.go())
  }

  it('show how far they are until they end, also after a reload, and can be stopped', async () => {
    const { page, client, complaints } = await stage.person('Ann', { opens: false })
    await longList(storage, { id: (await client.users.me()).id, client })
    await page.goto(`${stage.url}/tags`)
    await isLive(page)
    const deletion = bar(page, 'Progress: Deleting group: Long')
    await during(
      () => deleteList(page),
      async () => {
        await deletion.waitFor()
        await eventually(async () => assert.ok(Number(await deletion.getAttribute('value')) > 0))
        assert.equal(await stop(page).count(), 0, 'a deletion goes on')
        await page.reload()
        await deletion.waitFor()
        await assertAccessible(page)
        await pictures(page, 'deletion')
      },
    )
    await deletion.waitFor({ state: 'detached' })
    await countIs(client, 0)

    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    const restore = page.getByRole('button', { name: /^Restore: / })
    const restoring = bar(page, 'Progress: Restoring from the trash')
    await during(
      () => restore.click(),
      async () => {
        await restoring.waitFor()
        await pictures(page, 'restore')
        await stop(page).click()
        await page.getByRole('button', { name: 'Taking back…' }).waitFor()
      },
    )
    await page.getByText('The request was canceled. What it had written was taken back.').waitFor()
    await restoring.waitFor({ state: 'detached' })
    await countIs(client, 0)
    await restore.click()
    await page.getByText('Restored', { exact: true }).waitFor()
    await countIs(client, MANY)

    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await deleteList(page)
    await countIs(client, 0)
    await deletion.waitFor({ state: 'detached' })
    await during(
      () => page.keyboard.press('Control+z'),
      async () => {
        await bar(page, 'Progress: Undoing or redoing a change').waitFor()
        // No page waits for the end of an undo from before a reload.
        await page.reload()
        await bar(page, 'Progress: Undoing or redoing a change').waitFor()
        await stop(page).click()
      },
    )
    await page.getByText('The request was canceled. What it had written was taken back.').waitFor()
    await page.getByRole('button', { name: 'Synced' }).waitFor()
    await countIs(client, 0)

    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await during(
      async () => {
        await page.getByRole('button', { name: 'Empty trash' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
      },
      () => bar(page, 'Progress: Emptying the trash').waitFor(),
    )
    await page.getByText('Trash emptied', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('of an import show the same bar, and stopping takes back what was imported', async () => {
    const { page, client, complaints } = await stage.person('Bob', { opens: false })
    await page.goto(`${stage.url}/settings/import`)
    const lines = Array.from({ length: MANY }, (_, at) => `task,Todo ${at},1,1,`)
    const file = ['TYPE,CONTENT,PRIORITY,INDENT,DATE', ...lines].join('\n')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Home.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    const dialog = page.getByRole('dialog')
    await during(
      () => dialog.getByRole('button', { name: 'Import', exact: true }).click(),
      async () => {
        await bar(page, 'Progress of the import').waitFor()
        await pictures(page, 'import')
        await stop(page).click()
        await page.getByRole('button', { name: 'Taking back…' }).waitFor()
      },
    )
    await dialog.getByText('The request was canceled. What it had written was taken back.').waitFor()
    await countIs(client, 0)
    assert.deepEqual(complaints, [])
  })
})

async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
}
