// Rules for all input, checked by the server in one place, and here for JSON embedded in strings.

export interface InputIssue {
  /** Path of keys. */
  path: (string | number)[]
  message: string
}

/** Deeper values are rejected, because they are processed recursively. */
export const maxInputDepth = 100

// As a whole key, and within a path: 'name.__proto__', 'emails[constructor eq 1]', 'urn:…:prototype'.
const reservedPattern = /(?:^|[.:[(\]"'])(?:__proto__|constructor|prototype)(?=$|[.[)\]"'\s])/

/** Whether a key contains a name that could cause prototype pollution. */
export const isReservedKey = (key: string): boolean => reservedPattern.test(key)

/** PostgreSQL text cannot contain NUL, and JSON columns no lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The first forbidden value in a parsed path, query or body; null if there is none. Binary data is not checked. */
export function findInputIssue(value: unknown, depth = 0): InputIssue | null {
  if (typeof value === 'string') {
    return isStorableText(value)
      ? null
      : { path: [], message: 'Text cannot contain NUL or an unpaired surrogate' }
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null
  if (depth === maxInputDepth) return { path: [], message: `Nested deeper than ${maxInputDepth} levels` }
  if (!Array.isArray(value)) {
    const key = Object.keys(value).find((name) => isReservedKey(name) || !isStorableText(name))
    if (key !== undefined)
      return { path: [], message: `The name ${JSON.stringify(key.slice(0, 100))} is not allowed` }
  }
  for (const [key, each] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const issue = findInputIssue(each, depth + 1)
    if (issue) return { ...issue, path: [key, ...issue.path] }
  }
  return null
}
