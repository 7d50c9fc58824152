// The API requires a planned length, so open-ended timers have the longest one that it allows.

/** Equals `MAX_ALLOCATED_SECONDS` in the contract. Importing that would add the schemas to the first page. */
export const OPEN_ENDED_SECONDS = 31_536_000

export const isOpenEnded = ({ allocated_duration }: { allocated_duration: number }): boolean =>
  allocated_duration >= OPEN_ENDED_SECONDS
