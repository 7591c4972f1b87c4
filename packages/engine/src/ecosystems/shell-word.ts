/** Texts come from inventories, so a shell must not interpret any part of them. */
const plain = /^[\w@%+=:,./~^-]+$/
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** A command for a POSIX shell, with words quoted as necessary; null if a word could do harm when pasted. */
export function shellCommand(...words: string[]): string | null {
  if (words.some((word) => word === '' || control.test(word))) return null
  return words
    .map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}
