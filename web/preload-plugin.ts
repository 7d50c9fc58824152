// Preloads the first page's font. Otherwise the browser would find it only after loading the styles.
import type { Plugin } from 'vite'

/** The file with Latin characters. The browser loads the other files when a text needs them. */
const FIRST_FONT = /inter-latin-wght-normal.*\.woff2$/

export const preloadFont = (): Plugin => ({
  name: 'daymark-preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(file => FIRST_FONT.test(file))
        .map(file => ({
          tag: 'link',
          injectTo: 'head-prepend' as const,
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
        })),
  },
})
