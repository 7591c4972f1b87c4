/** '3.12.1-slim' in parts: what is before the version, its numbers, and what variant it is of. */
interface Tag {
  name: string
  /** Tags with another one are of another line: 'v', 'bookworm-'. */
  prefix: string
  numbers: number[]
  /** '-slim', '-alpine#.#': versions in it may differ. */
  variant: string
  variantNumbers: number[]
  /** Of numbers: releases of the same major version, or of the same month where numbers are dates. */
  line: string
}

/** With a date instead of a version: 'bookworm-20240110'. */
const dateDigits = 8
const maxLength = 128

function parseTag(name: string): Tag | null {
  const [, prefix = '', version, suffix = ''] =
    /^(v|[a-z]+-(?=\d{8}))?(\d+(?:\.\d+)*)((?:[-_+].*)?)$/.exec(name) ?? []
  if (version === undefined || name.length > maxLength) return null
  const parts = version.split('.')
  const [major = '', minor = ''] = parts
  // '22.04': the version is a month, of which the numbers do not count up.
  const isCalendar = /^0\d/.test(minor)
  const line = major.length === dateDigits ? 'date' : isCalendar ? `${major}.${minor}` : major
  const variant = suffix.replaceAll(/\d+/g, '#')
  const variantNumbers = (suffix.match(/\d+/g) ?? []).map(Number)
  return { name, prefix, numbers: parts.map(Number), variant, variantNumbers, line }
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * The newest tag of the same line and variant that is as exact as the given one: for '3.12.1-slim', '3.13.2-slim', and
 * neither '3.13-slim', '4.0.0-slim' nor '3.13.2'. null if there is none.
 */
export function newerTag(tag: string, all: readonly string[]): string | null {
  const own = parseTag(tag)
  if (own === null) return null
  const isAlike = (each: Tag): boolean =>
    each.prefix === own.prefix &&
    each.variant === own.variant &&
    each.line === own.line &&
    each.numbers.length === own.numbers.length
  const compare = (a: Tag, b: Tag): number =>
    compareNumbers(a.numbers, b.numbers) || compareNumbers(a.variantNumbers, b.variantNumbers)
  const [newest] = all
    .flatMap((each) => parseTag(each) ?? [])
    .filter(isAlike)
    .toSorted((a, b) => compare(b, a))
  return newest && compare(newest, own) > 0 ? newest.name : null
}
