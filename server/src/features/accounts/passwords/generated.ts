import { randomInt } from 'node:crypto'

// Omits characters that are easily confused, such as l and 1.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Random groups of characters, 5 bits each, joined by hyphens. */
export const easilyTyped = (groups: number, length: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
