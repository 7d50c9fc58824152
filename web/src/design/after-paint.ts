// Lets the browser show what has changed so far before more work is begun.

export const afterPaint = (): Promise<void> =>
  new Promise(resolve => {
    // A hidden page paints nothing and would wait for ever.
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
