import { toLine } from './invisible.ts'

const special = /[\\`*_{}[\]<>#!|~&$]/g
/** What begins a list, a heading or a rule at the start of a line. */
const opening = /^(?=[-+](?: |$)|--|=+$)|^(\d+)(?=[.)](?: |$))/

/**
 * Untrusted text within Markdown of any dialect: one line that creates no markup, cells, links, mentions or references.
 * GitHub's rules: https://github.github.com/gfm/#backslash-escapes
 */
export const escapeMarkdown = (text: string): string =>
  withoutReferences(
    toLine(text)
      .replaceAll(special, String.raw`\$&`)
      .replace(opening, '$1\\'),
  )

/**
 * Untrusted text where services look for references without interpreting Markdown, like titles: a zero-width space
 * separates what makes a mention, a reference or a link. Services look for them after they have removed backslashes.
 */
export const withoutReferences = (text: string): string =>
  text.replaceAll(/[@#!%$&~](?=\w)/g, '$&\u200B').replaceAll(/:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200B')

/** Untrusted text as code, also within a cell of a table, where a bar would end it. */
export const codeSpan = (text: string): string =>
  `\`${toLine(text).replaceAll('`', "'").replaceAll('|', '¦')}\``

/** A block of lines as they are, fenced with more backticks than any sequence in them. */
export function fencedBlock(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** A link with an escaped title. */
export const markdownLink = (title: string, address: string): string =>
  `[${escapeMarkdown(title)}](${markdownAddress(address)})`

/** The address of a link or an image, with the same meaning, so that it does not end there. */
export const markdownAddress = (address: string): string =>
  address.replaceAll(/[\s()<>[\]|\\`*]/g, (character) =>
    // encodeURIComponent leaves these.
    encodeURIComponent(character).replace(/[()*]/, (left) => `%${left.charCodeAt(0).toString(16)}`),
  )
