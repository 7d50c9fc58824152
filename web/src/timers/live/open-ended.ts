// Timers without a planned length. The API requires a length, so they have the longest one that it allows. Pure.

/** `MAX_ALLOCATED_SECONDS` of the contract, whose import would add the schemas to the first page. */
export const OPEN_ENDED_SECONDS = 31_536_000

export const isOpenEnded = ({ allocated_duration }: { allocated_duration: number }): boolean =>
  allocated_duration >= OPEN_ENDED_SECONDS
