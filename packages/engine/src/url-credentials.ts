/**
 * Scheme and slashes, then user name and password up to the last @ before the path. Web schemes need no slashes and take
 * backslashes, as in browsers.
 */
const authority = /^(\s*(?:(?:https?|wss?|ftp):[/\\]*|(?:([a-z][a-z\d+.-]*):)?[/\\]{2,})|\s*)([^/\\?#]*)@/i

/** URL parsers drop them, wherever they stand. */
const dropped = /[\t\n\r]/g

/** Transports that name the account at the server in every address; it is no secret. */
const namesUser = /^(?:git\+|svn\+)?ssh$/i

/**
 * The address without the user name and password in it ('https://user:token@host/' is 'https://host/'). The user name of
 * ssh stays, alone ('git@host:path'). Works on what is no complete URL as well.
 */
export function withoutCredentials(address: string): string {
  const flat = address.replaceAll(dropped, '')
  const [all, start = '', scheme, user = ''] = authority.exec(flat) ?? []
  if (all === undefined) return address
  const isSsh = scheme === undefined ? start.trim() === '' : namesUser.test(scheme)
  // More than one @ or a colon: a password, of whatever form.
  const isName = isSsh && /^[\w.-]+$/.test(user)
  return isName ? address : start + flat.slice(all.length)
}

export const hasCredentials = (address: string): boolean => withoutCredentials(address) !== address

/** The length of the scheme has a limit: it would be read to the end of the word from each of its dots. */
const inText = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/\\?#"'<>]*@/gi

/** The same for every URL in a text for people, such as a line of a document or the message of an error. */
export const textWithoutCredentials = (text: string): string => text.replaceAll(inText, '$1')

/** For schemas of addresses that are not stored with credentials. */
export const noCredentials = {
  check: (address: string): boolean => !hasCredentials(address),
  message: 'The address must not contain a user name or password',
} as const
