// Advisories, package names and project names are untrusted. Before they are sent to a model, they are reduced to plain
// words: no invisible characters, no links, no markup, no role markers of chat templates.

import { withoutAddresses } from './addresses.ts'

const templateMark = /\[\/?(?:INST|SYS)\]|<<\/?SYS>>/gi

/** One line, truncated to the given length. */
export function cleanLine(text: string, maxCharacters: number): string {
  const line = text
    .toWellFormed()
    .slice(0, maxCharacters * 4)
    .replaceAll(/[\s\0]+/g, ' ')
  const plain = withoutAddresses(line, '(link)')
    .replaceAll(templateMark, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return plain.length <= maxCharacters ? plain : `${plain.slice(0, maxCharacters - 1).toWellFormed()}…`
}

const maxNameCharacters = 120

/** A name for use in a sentence: it cannot close its quotation marks or look like a reference. */
export const quoteName = (name: string): string =>
  `"${cleanLine(name, maxNameCharacters).replaceAll('"', "'").replaceAll('[', '(').replaceAll(']', ')')}"`

const maxQuoteCharacters = 1500

/** An advisory's own description. */
export const cleanQuote = (text: string): string =>
  cleanLine(text, maxQuoteCharacters)
    .replaceAll('"', "'")
    .replaceAll(/\[F(\d+)\]/gi, '(F$1)')
