// Copies text to the clipboard. The browser may refuse.

/** Returns true on success. The clipboard is available only over HTTPS or on localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
