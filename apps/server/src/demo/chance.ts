/** 0 ≤ n < 1, the same for the same words: what looks like luck in the demo is decided by names. */
export function chance(...words: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of words.join('\0')) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number from the first to the last, both included. */
export const between = (first: number, last: number, ...words: (string | number)[]): number =>
  first + Math.floor(chance(...words) * (last - first + 1))
