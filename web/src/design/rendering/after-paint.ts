// Runs work after the next paint, so that the current change is visible first.

export const afterPaint = (): Promise<void> =>
  new Promise(resolve => {
    // A hidden page does not paint, so waiting would never end.
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
