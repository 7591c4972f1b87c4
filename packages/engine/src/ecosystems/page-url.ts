/** A name as part of a page's address: its slashes and an npm scope's '@' stay. */
export const encodePath = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/').replaceAll('%40', '@')
