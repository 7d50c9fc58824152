// Waits until nothing runs in the background any more, so that a test can count what one request does.
import { setTimeout as pause } from 'node:timers/promises'

/** `count` grows while something runs. */
export async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); await pause(50)) before = count()
}
