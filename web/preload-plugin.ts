// Preloads the font of the first page, because the browser would otherwise find it only after reading the styles.
import type { Plugin } from 'vite'

/** The Latin part. Other parts are loaded when a text needs them. */
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
