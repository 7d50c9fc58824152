// Resolves after the next paint, when the current change is visible.

export const afterPaint = (): Promise<void> =>
  new Promise(resolve => {
    // A hidden page never paints.
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
