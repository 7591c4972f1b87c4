import { removeInvisible, removeInvisibleWithinLines } from '@assay/text/invisible.ts'

// No word boundary before it: browsers and chat services recognize addresses after any character.
const address = /(?:[a-z][a-z\d+.-]{0,20}:\/+|www\.)[^\s)\]]+|(?:javascript|data|mailto):\S+/gi
/** What may become an address with the text that follows. */
const beginning = /[a-z][a-z\d+.-]*(?::\/*)?$|[\uD800-\uDBFF]$/i
/** Of a scheme and what follows it. */
const maxBeginning = 40

/** One line without addresses, nor characters that would hide one. */
export const withoutAddresses = (line: string, replacement: string): string =>
  removeInvisible(line).replaceAll(address, replacement)

/** The same for an answer of several lines. */
export const answerWithoutAddresses = (text: string): string =>
  removeInvisibleWithinLines(text).replaceAll(address, '(address removed)')

/** The same for an answer that arrives in pieces: holds back what may be part of an address. */
export class AddressFilter {
  #held = ''

  /** What can be shown with this piece. */
  push(piece: string): string {
    // Half of a character, which would be removed, may be completed by the next piece.
    const half = /[\uD800-\uDBFF]$/.exec(piece)?.[0] ?? ''
    const text = this.#held + piece.slice(0, piece.length - half.length)
    const clean = removeInvisibleWithinLines(text)
    const from = startOfUnfinished(clean)
    this.#held = clean.slice(from) + half
    return answerWithoutAddresses(clean.slice(0, from))
  }

  /** What was held back at the end. */
  end(): string {
    const text = this.#held
    this.#held = ''
    return answerWithoutAddresses(text)
  }
}

function startOfUnfinished(text: string): number {
  const last = [...text.matchAll(address)].at(-1)
  if (last && last.index + last[0].length === text.length) return last.index
  const tail = Math.max(0, text.length - maxBeginning)
  const found = beginning.exec(text.slice(tail))
  return found ? tail + found.index : text.length
}
