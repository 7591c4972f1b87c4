/** Characters that XML 1.0 cannot contain, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** For text and attribute values, of XML and of HTML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"']/g, (char) => entities.get(char)!)
