// `news-plugin.ts` generates these modules at build time.

declare module 'virtual:news-version' {
  export const version: string
}

declare module 'virtual:news' {
  export const items: readonly { title: string; text: string }[]
}
