/**
 * Scheme and slashes, then user name and password up to the last @ before the path. Web schemes work without slashes
 * and with backslashes, as in browsers.
 */
const authority = /^(\s*(?:(?:https?|wss?|ftp):[/\\]*|(?:([a-z][a-z\d+.-]*):)?[/\\]{2,})|\s*)([^/\\?#]*)@/i

/** URL parsers remove these characters anywhere. */
const dropped = /[\t\n\r]/g

/** Schemes whose user name is not secret. */
const namesUser = /^(?:git\+|svn\+)?ssh$/i

/** The part after the user name in 'git@host:path'; a number up to a slash is a port. */
const scpPath = /^[^/\\?#:]+:(?!\d+(?:\/|$))/

/**
 * Removes user name and password ('https://user:token@host/' becomes 'https://host/'), except the user name of ssh
 * ('git@host:path'). Also works on incomplete URLs.
 */
export function withoutCredentials(address: string): string {
  const flat = address.replaceAll(dropped, '')
  const [all, start = '', scheme, user = ''] = authority.exec(flat) ?? []
  if (all === undefined) return address
  const rest = flat.slice(all.length)
  const isSsh = scheme === undefined ? start.trim() === '' && scpPath.test(rest) : namesUser.test(scheme)
  // More than one @ or a colon means a password of some form.
  const isName = isSsh && /^[\w.-]+$/.test(user)
  return isName ? address : start + rest
}

export const hasCredentials = (address: string): boolean => withoutCredentials(address) !== address

/** The scheme length is limited, otherwise matching would be quadratic for words with many dots. */
const inText = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/\\?#"'<>]*@/gi

/** Removes credentials from every URL in a text, such as an error message. */
export const textWithoutCredentials = (text: string): string => text.replaceAll(inText, '$1')

/** For schemas of addresses that must not contain credentials. */
export const noCredentials = {
  check: (address: string): boolean => !hasCredentials(address),
  message: 'The address must not contain a user name or password',
} as const
