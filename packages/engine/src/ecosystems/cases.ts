import type { Ecosystem } from './ecosystem.ts'

/** One line of a version case table: 'a < b'. */
export interface VersionCase {
  a: string
  relation: '<' | '=' | '>'
  b: string
  /** 1-based. */
  line: number
}

const relationOf = { '-1': '<', '0': '=', '1': '>' } as const

/** Parses a case table: 'a < b' per line, '#' for comments. Throws on malformed lines, so that no case is lost. */
export function readCases(text: string): VersionCase[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const line = raw.replace(/(^|\s)#.*$/, '').trim()
    return line === '' ? [] : [readCase(line, index + 1)]
  })
}

function readCase(text: string, line: number): VersionCase {
  const [a, relation, b, ...more] = text.split(/\s+/)
  const isCase = relation === '<' || relation === '=' || relation === '>'
  if (a === undefined || b === undefined || more.length > 0 || !isCase) {
    throw new Error(`Line ${line} is not a version case: '${text}'.`)
  }
  return { a, relation, b, line }
}

/** The cases that fail in either direction: 'line 3: 1.0 < 2.0, but got null'. */
export function checkCases({ compareVersions }: Pick<Ecosystem, 'compareVersions'>, text: string): string[] {
  return readCases(text).flatMap(({ a, relation, b, line }) => {
    const forward = relationBetween(compareVersions(a, b))
    const backward = relationBetween(negate(compareVersions(b, a)))
    const isRight = forward === relation && backward === relation
    return isRight ? [] : [`line ${line}: ${a} ${relation} ${b}, but got ${forward}, reversed ${backward}`]
  })
}

function relationBetween(order: number | null): VersionCase['relation'] | null {
  if (order === null) return null
  return relationOf[Math.sign(order) as -1 | 0 | 1] ?? null
}

function negate(order: number | null): number | null {
  return order === null ? null : -order
}
