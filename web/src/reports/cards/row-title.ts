// Translates the titles of special rows, such as `untagged`. The server's titles for them are in English.

export const rowTitle = (
  { key, title }: { key: string; title: string },
  special: Readonly<Record<string, string>>,
): string => special[key] ?? title
