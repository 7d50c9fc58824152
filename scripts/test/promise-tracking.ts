// Stops the test runner from tracking asynchronous work as soon as it knows all tests. The runner records every new
// promise, timer and request, to find the test that a call to `it` or an uncaught error belongs to. In tests of the
// app, tracking promises took 10 to 14% of the CPU time, and tracking everything else 6%. Preloaded, because this
// module must load the runner itself.
import hooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

const { createHook } = hooks
let tracking: AsyncHook | undefined
let isOver = false

function trackTests(callbacks: HookCallbacks): AsyncHook {
  tracking = createHook(callbacks)
  return tracking
}

if (process.env['NODE_TEST_CONTEXT'] !== undefined && isMainThread) {
  Object.assign(hooks, { createHook: trackTests })
  await import('node:test')
  Object.assign(hooks, { createHook })
}

/** After this call, an uncaught error fails the file instead of its test, so the error's stack is printed. */
export function stopTrackingPromises(): void {
  if (!tracking || isOver) return
  isOver = true
  tracking.disable()
  process.on('uncaughtException', print)
  process.on('unhandledRejection', print)
}

const print = (error: unknown): void => console.error('Uncaught in a test:', error)
