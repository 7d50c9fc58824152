// Modules that `news-plugin.ts` provides at build time.

declare module 'virtual:news-version' {
  export const version: string
}

declare module 'virtual:news' {
  export const items: readonly { title: string; text: string }[]
}
