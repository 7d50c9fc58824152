// Without color, every style returns the text unchanged.

export type Style = (text: string) => string

export interface Styles {
  readonly bold: Style
  readonly dim: Style
  readonly accent: Style
  readonly good: Style
  readonly warn: Style
  readonly bad: Style
}

const code =
  (start: number, end: number): Style =>
  text =>
    text === '' ? '' : `\u001b[${start}m${text}\u001b[${end}m`

const same: Style = text => text

/** Uses only the 16 standard colors, because every terminal theme defines them. */
export const stylesOf = (hasColor: boolean): Styles =>
  hasColor
    ? {
        bold: code(1, 22),
        dim: code(2, 22),
        accent: code(36, 39),
        good: code(32, 39),
        warn: code(33, 39),
        bad: code(31, 39),
      }
    : { bold: same, dim: same, accent: same, good: same, warn: same, bad: same }

/** True for a terminal, unless color is turned off (see https://no-color.org). An empty variable counts as unset. */
export function usesColor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv, isOff: boolean): boolean {
  return stream.isTTY === true && !isOff && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}
