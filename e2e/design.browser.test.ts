import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { freePort } from '../scripts/services/free-port.ts'
import { buildWeb } from '../scripts/services/server-program.ts'
import { assertAccessible, assertContrast } from './axe.ts'
import { openStage, type Stage } from './support.ts'

const ROOT = join(import.meta.dirname, '..')

describe('the shared components', () => {
  let vite: ViteDevServer
  let stage: Stage
  let page: Page
  let url: string

  before(async () => {
    // A build in an earlier test of this process may have set another value, which Vite would use.
    process.env['NODE_ENV'] = 'development'
    const port = await freePort()
    vite = await createServer({
      configFile: join(ROOT, 'web/vite.config.ts'),
      server: { host: '127.0.0.1', port, strictPort: true },
      logLevel: 'error',
    })
    await vite.listen()
    url = `http://127.0.0.1:${port}/design`
    stage = await openStage()
    page = await stage.browser.newPage({ locale: 'en-US' })
    // Opens the page once for all tests, because the development server sends each module separately, which takes a
    // second.
    await page.goto(`${url}?theme=light`)
    await page.getByRole('heading', { name: 'Components' }).waitFor()
  })
  after(async () => {
    await stage?.close()
    await vite?.close()
  })

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const isFocused = async (of: Locator): Promise<boolean> =>
    (await of.and(page.locator(':focus')).count()) === 1
  const part = (name: string): Locator => page.getByRole('region', { name })

  it('have no accessibility violations in either theme', async () => {
    const setTheme = (theme: string) => page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await assertAccessible(page)
    await setTheme('dark')
    await assertContrast(page)
    await setTheme('light')
  })

  it('a button that disables itself keeps the focus, and cannot be pressed again', async () => {
    await button('Send').press('Enter')
    await part('Buttons').getByText('Sent 1 times').waitFor()
    assert.ok(await button('Send').isDisabled())
    assert.ok(await isFocused(button('Send')))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    assert.ok(await part('Buttons').getByText('Sent 1 times').isVisible())
    // Simulates a browser prompt that briefly takes the focus.
    await button('Send').dispatchEvent('focusout')
    assert.ok(await isFocused(button('Send')))
    await button('Plain').press('Enter')
    await button('Send').press('Enter')
    await part('Buttons').getByText('Sent 2 times').waitFor()
  })

  it('the focus moves to new content that replaces the pressed button', async () => {
    await button('Show more').press('Enter')
    await button('Show more').waitFor({ state: 'detached' })
    assert.ok(await isFocused(page.getByRole('listitem').filter({ hasText: 'Third item' })))
    await page.keyboard.press('Tab')
    assert.ok(await isFocused(button('Delete Third')))
  })

  it('content that is added later, or after a click, does not take the focus', async () => {
    const add = (text: string, onClick = '') =>
      part('Lists').evaluate(
        (each, html) => each.insertAdjacentHTML('beforeend', html),
        `<button onclick="${onClick}">${text}</button>`,
      )
    await add('Once', 'this.remove()')
    await add('Again', 'this.outerHTML = `<button>Extra</button>`')
    await button('Once').press('Enter')
    await add('Late')
    assert.equal(await page.locator(':focus').count(), 0)
    await button('Again').click()
    await button('Extra').waitFor()
    assert.equal(await page.locator(':focus').count(), 0)
  })

  it('a field has a label, and its error is announced with it', async () => {
    const title = page.getByLabel('Title')
    assert.equal(await title.getAttribute('aria-invalid'), 'false')
    await title.fill('far too long a title')
    assert.equal(await title.getAttribute('aria-invalid'), 'true')
    const described = (await title.getAttribute('aria-describedby')) ?? ''
    assert.equal(await page.locator(`[id="${described}"]`).textContent(), 'At most 10 characters.')
  })

  it('checkboxes and radio buttons have a color of the theme', async () => {
    for (const type of ['checkbox', 'radio']) {
      const accent = await page.evaluate(
        `(() => {
          const input = Object.assign(document.createElement('input'), { type: '${type}' })
          document.querySelector('main, body').append(input)
          const { accentColor } = getComputedStyle(input)
          input.remove()
          return accentColor
        })()`,
      )
      assert.notEqual(accent, 'auto')
    }
  })

  it('a form submits the selected values', async () => {
    await page.getByLabel('Title').fill('Tea')
    await page.getByLabel('Color').selectOption({ label: 'Blue' })
    await page.getByLabel('Title').press('Enter')
    await part('Forms').getByText('Sent: Tea, blue').waitFor()
    await part('Forms').getByRole('button', { name: 'Cancel' }).click()
    await part('Forms').getByText('Sent: canceled').waitFor()
  })

  it('a dialog traps the focus, and restores it when Escape closes the dialog', async () => {
    const opener = button('Open dialog')
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Dialog' })
    const inside = dialog.getByLabel('Inside')
    assert.ok(await isFocused(inside))
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      const behind = await page.locator(':focus:not(dialog *)').count()
      assert.equal(behind, 0, 'the page behind a dialog cannot be reached')
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.ok(await isFocused(opener))
  })

  it('a click outside a dialog closes it, a click inside does not', async () => {
    await button('Open dialog').click()
    const dialog = page.getByRole('dialog', { name: 'Dialog' })
    await dialog.getByRole('heading', { name: 'Dialog' }).click()
    assert.ok(await dialog.isVisible())
    await page.mouse.click(2, 2)
    await dialog.waitFor({ state: 'detached' })
  })

  it('a confirmation runs its action once, and only if it is confirmed', async () => {
    await button('Delete item').click()
    await button('Keep').click()
    await button('Delete item').click()
    await page.keyboard.press('Escape')
    await part('Dialogs').getByText('Deleted 0 times').waitFor()
    await button('Delete item').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await part('Dialogs').getByText('Deleted 1 times').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  it('a message is announced, is not repeated, and its action runs once', async () => {
    const messages = page.getByRole('status').filter({ has: page.locator('.toast') })
    await button('Show message').click()
    await button('Show message').click()
    await messages.getByText('Saved').waitFor()
    assert.equal(await messages.getByText('Saved').count(), 1)
    await button('Show message with action').click()
    await button('Undo').click()
    await part('Messages').getByText('Undone 1 times').waitFor()
    assert.equal(await button('Undo').count(), 0)
  })

  it('a message is not over the buttons of a dialog', async () => {
    await button('Show message with action').click()
    const message = page.locator('.toast').last()
    const before = await message.boundingBox()
    await button('Delete item').click()
    const [during, dialog] = [await message.boundingBox(), await page.getByRole('dialog').boundingBox()]
    assert.ok(before && during && dialog)
    assert.ok(before.y > dialog.y + dialog.height / 2, 'at the bottom without a dialog')
    assert.ok(during.y + during.height < dialog.y + dialog.height / 2, 'at the top with a dialog')
    await button('Keep').click()
    await button('Undo').click()
  })

  it('a failure is an alert that can be retried', async () => {
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    await button('Try again (0)').click()
    await button('Try again (1)').waitFor()
  })

  it('a component that fails does not affect the rest of the page, and can be retried', async () => {
    await button('Break this part').click()
    await page.getByText('This part has failed.').waitFor()
    assert.ok(await page.getByRole('heading', { name: 'Components' }).isVisible())
    await button('Repair').click()
    await button('Break this part').waitFor()
  })

  it('the gallery shows both themes, and is not in the production bundle', async () => {
    await page.goto(url)
    for (const theme of ['light', 'dark']) {
      const frame = page.frameLocator(`iframe[title="${theme}"]`)
      await frame.getByRole('heading', { name: 'Components' }).waitFor()
      await frame.locator(`:root[data-theme="${theme}"]`).waitFor()
    }
    await buildWeb()
    const dist = join(ROOT, 'web/dist')
    const scripts = globSync('**/*.js', { cwd: dist })
    assert.ok(scripts.length > 5)
    const withGallery = scripts.filter(file => readFileSync(join(dist, file), 'utf8').includes('gallery'))
    assert.deepEqual(withGallery, [])
  })
})
