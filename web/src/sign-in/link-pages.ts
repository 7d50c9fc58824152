// These pages work with and without a session.
export const LINK_PAGES = { forgot: '/forgot-password', reset: '/reset-password', verify: '/verify-email' }

export const isLinkPage = (path: string): boolean =>
  Object.values(LINK_PAGES).some(page => path.startsWith(page))
