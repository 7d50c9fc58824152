export const Keys = ({ keys }: { keys: string }) => (
  <span className="keys">
    {keys.split(' ').map(key => (
      <kbd key={key}>{keyName(key)}</kbd>
    ))}
  </span>
)

const ARROWS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
const PARTS: Record<string, string> = { mod: MOD, shift: '⇧' }
const capital = (part: string): string => (part.length === 1 ? part.toUpperCase() : part)

/** Returns the keys as labeled on the keyboard. */
const keyName = (key: string): string =>
  ARROWS[key] ??
  (key.startsWith('mod+')
    ? key
        .split('+')
        .map(part => PARTS[part] ?? capital(part))
        .join(' ')
    : capital(key))
