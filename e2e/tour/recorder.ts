// Takes the frames of the tour. Draws a caption and a pointer into the page, because a screenshot has neither.
import type { Locator, Page } from 'playwright-core'
import type { Frame } from './animation.ts'

interface Point {
  x: number
  y: number
}

const CAPTION = [
  'position:fixed;left:216px;bottom:14px;white-space:nowrap;z-index:2147483647;pointer-events:none',
  'padding:10px 18px;border-radius:12px;background:rgb(17 24 39 / 92%);color:#fff',
  'font:600 17px/1.35 Inter,system-ui,sans-serif;box-shadow:0 8px 30px rgb(0 0 0 / 35%)',
].join(';')
const POINTER = [
  'position:fixed;z-index:2147483647;pointer-events:none;width:22px;height:22px;margin:-11px 0 0 -11px',
  'border-radius:50%;background:rgb(234 88 12 / 55%);border:2px solid #fff;box-shadow:0 0 6px rgb(0 0 0 / 50%)',
].join(';')
/** A page script that draws the caption or the pointer. */
const DRAW = `((id, style, text) => {
  const element = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
  element.id = id
  element.setAttribute('aria-hidden', 'true')
  element.style.cssText = style
  element.textContent = text
})`
/** The time to read one character of a caption. */
const READ_MS = 85
const LEAST_MS = 2400

export function tourRecorder(page: Page) {
  const frames: Frame[] = []
  let caption = ''
  let pointer: Point | undefined

  async function take(ms: number): Promise<void> {
    const drawn = pointer ? `${POINTER};left:${pointer.x}px;top:${pointer.y}px` : 'display:none'
    await page.evaluate(`${DRAW}('tour-caption', ${JSON.stringify(CAPTION)}, ${JSON.stringify(caption)})`)
    await page.evaluate(`${DRAW}('tour-pointer', ${JSON.stringify(drawn)}, '')`)
    frames.push({ png: await page.screenshot(), ms })
  }

  return {
    frames,

    /** Adds a frame of the current page that is long enough to read the caption. */
    async show(text: string): Promise<void> {
      caption = text
      await take(Math.max(LEAST_MS, text.length * READ_MS))
    },

    /** Adds a frame with the result of an action, under the same caption. */
    result: () => take(LEAST_MS),

    async click(place: Locator): Promise<void> {
      pointer = await middleOf(place)
      await take(500)
      await place.click()
      pointer = undefined
    },

    async drag(from: Point, to: Point): Promise<void> {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      for (const part of [0.05, 0.4, 0.75, 1]) {
        pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
        await page.mouse.move(pointer.x, pointer.y)
        await take(350)
      }
      await page.mouse.up()
      pointer = undefined
    },
  }
}

export async function middleOf(place: Locator): Promise<Point> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The place is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
