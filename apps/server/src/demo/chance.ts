/** A pseudo-random 0 ≤ n < 1 derived from the seed words, so the demo data is reproducible. */
export function chance(...words: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of words.join('\0')) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number between first and last, inclusive. */
export const between = (first: number, last: number, ...words: (string | number)[]): number =>
  first + Math.floor(chance(...words) * (last - first + 1))
