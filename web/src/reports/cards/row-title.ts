// The server titles rows without an item in English. The app translates those titles.

export const rowTitle = (
  { key, title }: { key: string; title: string },
  special: Readonly<Record<string, string>>,
): string => special[key] ?? title
