type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Returns a name as used by command shortcuts: `n`, `mod+k` (Ctrl or Cmd), `mod+shift+z` or `alt+d`. */
export function pressedKeys(event: Pressed): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  const shift = mod && event.shiftKey ? 'shift+' : ''
  const key = letterOf(event)
  // Alt counts only with a letter, because some keyboards need it to type characters such as "/".
  const alt = event.altKey && /^[a-z]$/.test(key) ? 'alt+' : ''
  return mod + shift + alt + key
}

/**
 * Returns a letter in lower case. If the keyboard layout uses another script, returns the key's Latin letter, such as
 * `z` for `ㅋ`.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1) return key
  const printed = key > '\u007F' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (printed ?? key).toLowerCase()
}
