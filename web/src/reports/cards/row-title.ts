// The title of a row. The server names rows without an item in English; the app uses its own words. Pure.

export const rowTitle = (
  { key, title }: { key: string; title: string },
  special: Readonly<Record<string, string>>,
): string => special[key] ?? title
