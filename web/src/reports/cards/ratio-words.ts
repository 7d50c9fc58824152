interface Takes {
  exact: string
  longer: (percent: string) => string
  shorter: (percent: string) => string
}

const percentText = (ratio: number): string => `${Math.round(ratio * 100)}%`

/** Describes a ratio, for example as `Usually 20% longer than planned`. */
export function takesWords(ratio: number, words: Takes): string {
  const difference = Math.round(ratio * 100) - 100
  if (difference === 0) return words.exact
  const percent = `${Math.abs(difference)}%`
  return difference > 0 ? words.longer(percent) : words.shorter(percent)
}

interface Ranges {
  ratioRange: (from: string, to: string) => string
  ratioAbove: (from: string) => string
  ratioBelow: (to: string) => string
}

/** Names a range of the distribution, for example `90% to 110%`. */
export function ratioName({ from, to }: { from: number; to: number | null }, words: Ranges): string {
  if (to === null) return words.ratioAbove(percentText(from))
  return from === 0 ? words.ratioBelow(percentText(to)) : words.ratioRange(percentText(from), percentText(to))
}
