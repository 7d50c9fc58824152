// Copies text to the clipboard, which a browser may refuse.

/** Returns true if it worked. Only pages over HTTPS or on localhost have access to the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
