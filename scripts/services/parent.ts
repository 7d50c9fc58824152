// npm may be killed without a chance to pass the signal on to the command that it started.

const CHECK_MS = 1_000

export function onParentGone(stop: () => void): void {
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    stop()
  }, CHECK_MS).unref()
}
