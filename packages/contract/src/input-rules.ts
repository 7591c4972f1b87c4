// What no request may hold, wherever it stands: the server checks it in one place, and schemas of JSON within text here.

export interface InputIssue {
  /** The keys that lead there. */
  path: (string | number)[]
  message: string
}

/** Deeper values are refused: what reads them is recursive. */
export const maxInputDepth = 100

// As a whole key, and as a part of one that is a path: 'name.__proto__', 'emails[constructor eq 1]', 'urn:…:prototype'.
const reservedPattern = /(?:^|[.:[(\]"'])(?:__proto__|constructor|prototype)(?=$|[.[)\]"'\s])/

/** Whether a key holds a name that every object inherits or that leads to what all objects share. */
export const isReservedKey = (key: string): boolean => reservedPattern.test(key)

/** PostgreSQL text cannot contain NUL, and JSON columns no surrogate without its other half. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The first thing in a parsed path, query or body that is refused; null when there is none. Bytes are not looked at. */
export function findInputIssue(value: unknown, depth = 0): InputIssue | null {
  if (typeof value === 'string') {
    return isStorableText(value)
      ? null
      : { path: [], message: 'Text with NUL or half a character is refused' }
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  if (depth === maxInputDepth) return { path: [], message: `Nested deeper than ${maxInputDepth} levels` }
  if (!Array.isArray(value)) {
    const key = Object.keys(value).find((name) => isReservedKey(name) || !isStorableText(name))
    if (key !== undefined)
      return { path: [], message: `The name ${JSON.stringify(key.slice(0, 100))} is refused` }
  }
  for (const [key, each] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const issue = findInputIssue(each, depth + 1)
    if (issue) return { ...issue, path: [key, ...issue.path] }
  }
  return null
}
