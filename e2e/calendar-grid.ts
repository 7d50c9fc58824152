import type { Page } from 'playwright-core'

export interface Point {
  x: number
  y: number
}

const TWO_FRAMES = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Returns the screen position of an hour on a day, once the layout is stable. */
export async function placeOf(page: Page, date: string, hour: number): Promise<Point> {
  const column = page.locator(`[data-date="${date}"][tabindex="0"]`)
  for (let before = ''; ; await page.evaluate(TWO_FRAMES)) {
    const box = await column.boundingBox()
    if (!box) throw new Error(`${date} is not on the page.`)
    const now = JSON.stringify(box)
    if (now === before) return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 }
    before = now
  }
}

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const part of [0.1, 0.5, 0.9, 1]) {
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
  }
  await page.mouse.up()
}

/** Drags whatever is at one hour of a day to another hour. */
export async function dragHours(page: Page, date: string, fromHour: number, toHour: number): Promise<void> {
  await drag(page, await placeOf(page, date, fromHour), await placeOf(page, date, toHour))
}
