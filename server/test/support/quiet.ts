// Waits until no background work is running, so that a test can count the statements of one request.
import { setTimeout as pause } from 'node:timers/promises'

/** `count` must grow while work is running. */
export async function quiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); await pause(50)) before = count()
}
