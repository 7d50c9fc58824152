// The addresses of the pages around links in emails. They work whether or not somebody is signed in.
export const LINK_PAGES = { forgot: '/forgot-password', reset: '/reset-password', verify: '/verify-email' }

export const isLinkPage = (path: string): boolean =>
  Object.values(LINK_PAGES).some(page => path.startsWith(page))
