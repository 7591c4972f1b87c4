/** A text as a value in a filter of LDAP that matches only itself. https://www.rfc-editor.org/rfc/rfc4515#section-3 */
export const escapeFilterValue = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- NUL must be escaped, too
  text.replaceAll(/[\\*()\0]/g, (each) => `\\${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
