import { pypiVersions } from '../../ecosystems/pypi/versions.ts'
import { holdsSpecifiers } from '../../ecosystems/pypi/ranges.ts'

/** What a machine is, by the names of https://packaging.python.org/en/latest/specifications/dependency-specifiers/#environment-markers */
export type MarkerEnvironment = ReadonlyMap<string, string>

/** CPython on Linux, where most servers run. python: '3.12'. */
export const environmentOf = (python: string): MarkerEnvironment =>
  new Map([
    ['python_version', python],
    ['python_full_version', `${python}.0`],
    ['implementation_version', `${python}.0`],
    ['implementation_name', 'cpython'],
    ['platform_python_implementation', 'CPython'],
    ['os_name', 'posix'],
    ['sys_platform', 'linux'],
    ['platform_system', 'Linux'],
    ['platform_machine', 'x86_64'],
    ['platform_release', ''],
    ['platform_version', ''],
  ])

const token = /\s*(?:(\()|(\))|(and|or)\b|(not\s+in|in)\b|(===|[~=!<>]=|[<>])|(["'])(.*?)\6|([a-z_.]+))/y
const maxLength = 2_000

type Token = { kind: 'open' | 'close' | 'join' | 'operator' | 'text' | 'name'; value: string }

/** Whether a marker holds, for the extras that are asked for. One that cannot be read holds. */
export function holdsMarker(
  marker: string,
  environment: MarkerEnvironment,
  extras: readonly string[] = [],
): boolean {
  if (marker === '') return true
  const tokens = marker.length > maxLength ? null : tokensOf(marker)
  if (tokens === null) return true
  return (extras.length === 0 ? [''] : extras).some((extra) => {
    const reader = new MarkerReader(tokens, new Map([...environment, ['extra', extra]]))
    return reader.read() ?? true
  })
}

function tokensOf(marker: string): Token[] | null {
  const tokens: Token[] = []
  token.lastIndex = 0
  for (const end = marker.trimEnd().length; token.lastIndex < end;) {
    const match = token.exec(marker)
    if (!match) return null
    const [, open, close, join, membership, operator, quoted, text, name] = match
    if (open) tokens.push({ kind: 'open', value: open })
    else if (close) tokens.push({ kind: 'close', value: close })
    else if (join) tokens.push({ kind: 'join', value: join })
    else if (quoted) tokens.push({ kind: 'text', value: text! })
    else if (name)
      tokens.push({
        kind: 'name',
        value: name.replace(/^os\.name$|^sys\.platform$|^platform\./, (old) => old.replace('.', '_')),
      })
    else tokens.push({ kind: 'operator', value: (membership ?? operator)!.replace(/\s+/, ' ') })
  }
  return tokens
}

class MarkerReader {
  readonly #tokens: readonly Token[]
  readonly #environment: MarkerEnvironment
  #at = 0

  constructor(tokens: readonly Token[], environment: MarkerEnvironment) {
    this.#tokens = tokens
    this.#environment = environment
  }

  /** null if it is not a marker. */
  read(): boolean | null {
    const value = this.#or()
    return this.#at === this.#tokens.length ? value : null
  }

  #or(): boolean | null {
    let value = this.#and()
    while (this.#takes('join', 'or')) {
      const other = this.#and()
      value = value === null || other === null ? null : value || other
    }
    return value
  }

  #and(): boolean | null {
    let value = this.#single()
    while (this.#takes('join', 'and')) {
      const other = this.#single()
      value = value === null || other === null ? null : value && other
    }
    return value
  }

  #takes(kind: Token['kind'], value: string): boolean {
    const next = this.#tokens[this.#at]
    if (next?.kind !== kind || next.value !== value) return false
    this.#at++
    return true
  }

  #single(): boolean | null {
    if (this.#takes('open', '(')) {
      const value = this.#or()
      return this.#takes('close', ')') ? value : null
    }
    const [left, operator, right] = this.#tokens.slice(this.#at, this.#at + 3)
    this.#at += 3
    if (operator?.kind !== 'operator' || !left || !right) return null
    return compare(this.#value(left), operator.value, this.#value(right))
  }

  #value({ kind, value }: Token): string {
    return kind === 'name' ? (this.#environment.get(value) ?? '') : value
  }
}

function compare(left: string, operator: string, right: string): boolean {
  if (operator === 'in') return right.includes(left)
  if (operator === 'not in') return !right.includes(left)
  const isVersions = [left, right].every((text) => /^\d+(?:\.\d+)*(?:\.\*|[a-z]*\d*)$/.test(text))
  if (isVersions) return holdsSpecifiers(`${operator}${right}`, left)
  if (operator === '==' || operator === '===') return left === right
  if (operator === '!=') return left !== right
  const order = pypiVersions.compareVersions(left, right) ?? 0
  return operator.startsWith('<') ? order < 0 : order > 0
}
