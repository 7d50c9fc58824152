// Stops the test runner from tracking promises as soon as it knows all tests. It looks up every new promise in a table
// to find the test to which a call of `it` or an uncaught error belongs, which took 10 to 14 % of the processor time of
// tests of the app. Preloaded, because the runner must be loaded here.
import hooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

interface Tracking {
  ofEverything: AsyncHook
  withoutPromises: AsyncHook
}

const { createHook } = hooks
let tracking: Tracking | undefined
let isOver = false

/** The hook of the runner: both of its kinds at once. */
function trackTests(callbacks: HookCallbacks): Pick<AsyncHook, 'enable' | 'disable'> {
  const ofEverything = createHook(callbacks)
  const withoutPromises = createHook({ ...callbacks, trackPromises: false })
  tracking = { ofEverything, withoutPromises }
  return {
    enable: () => ofEverything.enable(),
    disable() {
      withoutPromises.disable()
      return ofEverything.disable()
    },
  }
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined && isMainThread) {
  Object.assign(hooks, { createHook: trackTests })
  await import('node:test')
  Object.assign(hooks, { createHook })
}

/** From now on, an uncaught error fails the file instead of its test, so its stack is printed. */
export function stopTrackingPromises(): void {
  if (!tracking || isOver) return
  isOver = true
  // In this order: Node tracks promises until no hook at all is enabled.
  tracking.ofEverything.disable()
  tracking.withoutPromises.enable()
  process.on('uncaughtException', print)
  process.on('unhandledRejection', print)
}

const print = (error: unknown): void => console.error('Uncaught in a test:', error)
