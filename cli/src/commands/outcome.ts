// If a change is pending, tells the user that it will be sent later.
import type { Context } from '../context.ts'

export function sayPending(pending: boolean, { t, styles, say }: Context): void {
  if (pending) say(`  ${styles.dim(t.sync.willSend)}`)
}
