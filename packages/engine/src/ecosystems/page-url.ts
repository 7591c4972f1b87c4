/** Encodes a name for the path of a URL, except for slashes and the '@' of npm scopes. */
export const encodePath = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/').replaceAll('%40', '@')
