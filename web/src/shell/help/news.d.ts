// The Vite plugin `news-plugin.ts` generates these modules.

declare module 'virtual:news-version' {
  export const version: string
}

declare module 'virtual:news' {
  export const items: readonly { title: string; text: string }[]
}
