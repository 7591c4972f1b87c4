import { hasControls } from '@assay/text/invisible.ts'

/** Texts come from inventories, so a shell must not interpret any part of them. */
const plain = /^[\w@%+=:,./~^-]+$/

/** A command for a POSIX shell, with words quoted as necessary; null if a word could do harm when pasted. */
export function shellCommand(...words: string[]): string | null {
  if (words.some((word) => word === '' || hasControls(word))) return null
  return words
    .map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}
