type Compare = (a: string, b: string) => number

interface GoMod {
  /** The author's deprecation message; null if the module is not deprecated. */
  deprecated: string | null
  isRetracted(version: string): boolean
}

// https://go.dev/ref/mod#go-mod-file-retract and #go-mod-file-module-deprecation

/** Deprecation and retractions from the newest version's go.mod. */
export function readGoMod(text: string, compare: Compare): GoMod {
  const ranges: [low: string, high: string][] = []
  let comments: string[] = []
  let deprecated: string | null = null
  let isInRetract = false
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line.startsWith('//')) {
      comments.push(line.slice(2).trim())
      continue
    }
    const [code, comment] = splitOnce(line, '//')
    if (/^module\s/.test(code)) deprecated = deprecationOf([...comments, comment.trim()])
    if (code.trim() === ')') isInRetract = false
    if (/^retract\s*\(/.test(code)) isInRetract = true
    else if (isInRetract || /^retract\s/.test(code)) ranges.push(...rangesOf(code))
    comments = []
  }
  const isWithin =
    (version: string) =>
    ([low, high]: [string, string]) =>
      compare(version, low) >= 0 && compare(version, high) <= 0
  return { deprecated, isRetracted: (version) => ranges.some(isWithin(version)) }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** The paragraph that starts with "Deprecated:". */
function deprecationOf(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => line.startsWith('Deprecated:'))
  if (start < 0) return null
  const rest = lines.slice(start)
  const end = rest.indexOf('')
  return rest
    .slice(0, end < 0 ? undefined : end)
    .join(' ')
    .slice('Deprecated:'.length)
    .trim()
    .slice(0, 2000)
}

/** A single version 'v1.0.0' or an interval '[v1.0.0, v1.2.0]'. */
function rangesOf(code: string): [string, string][] {
  const [low, high] = code.match(/v\d[^\s,\]"]*/g) ?? []
  return low === undefined ? [] : [[low, high ?? low]]
}
