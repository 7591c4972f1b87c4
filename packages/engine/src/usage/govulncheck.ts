import { isRecord, listOf, recordOf, shortTextOf } from '../documents/parsers/json-value.ts'
import type { Issue } from '../inventory.ts'
import type { Usage, UsagePlace } from '../package-usage.ts'

/** What govulncheck found of an advisory in a module. */
export interface CheckedModule {
  /** 'golang.org/x/net', 'stdlib'. */
  module: string
  /** The advisory's id in Go's database: 'GO-2024-2687'. */
  id: string
  usage: Usage
}

const checkedBy = 'govulncheck'
const maxFindings = 100_000

/**
 * Reads the output of `govulncheck -json`: a sequence of JSON objects, of which those with 'finding' count. Of several of
 * an advisory, the one that says most counts: called, then imported, then required. Never throws.
 * https://pkg.go.dev/golang.org/x/vuln/internal/govulncheck
 */
export function readGovulncheck(text: string, path: string): { modules: CheckedModule[]; issues: Issue[] } {
  const found = new Map<string, CheckedModule & { level: number }>()
  const messages = readSequence(text)
  const isOutput = messages?.some((each) => isRecord(each) && isRecord(each['config'])) === true
  if (!messages || !isOutput) {
    const message = "The file is not the output of 'govulncheck -json', so it was not used."
    return { modules: [], issues: [{ code: 'govulncheck-unreadable', message, where: path }] }
  }
  for (const each of messages.slice(0, maxFindings)) {
    const { osv, trace } = recordOf(recordOf(each)['finding'])
    const frames = listOf(trace).map(recordOf)
    const [vulnerable] = frames
    const [id, module] = [shortTextOf(osv), shortTextOf(vulnerable?.['module'])]
    if (!vulnerable || id === '' || module === '') continue
    const level =
      shortTextOf(vulnerable['function']) !== '' ? 2 : shortTextOf(vulnerable['package']) !== '' ? 1 : 0
    const key = `${id}\n${module}`
    if ((found.get(key)?.level ?? -1) < level)
      found.set(key, { module, id, level, usage: usageOf(frames, level) })
  }
  return { modules: [...found.values()].map(({ module, id, usage }) => ({ module, id, usage })), issues: [] }
}

/** The frames lead from the vulnerable function to the project's own one that calls it. */
function usageOf(frames: readonly Record<string, unknown>[], level: number): Usage {
  const [vulnerable] = frames as [Record<string, unknown>]
  const name = [vulnerable['package'], vulnerable['receiver'], vulnerable['function']]
    .map((each) => shortTextOf(each).replace(/^\*/, ''))
    .filter((each) => each !== '')
    .join('.')
  const place = frames.map(({ position }) => placeOf(position)).findLast((each) => each !== null)
  if (level < 2) return { state: 'not-seen', checkedBy }
  if (!place) return { state: 'unknown', checkedBy }
  return { state: 'used', place, symbol: { name, file: place.file, line: place.line }, checkedBy }
}

function placeOf(position: unknown): UsagePlace | null {
  const { filename, line } = recordOf(position)
  const file = shortTextOf(filename).replaceAll('\\', '/')
  return file !== '' && typeof line === 'number' && Number.isSafeInteger(line) && line > 0
    ? { file, line }
    : null
}

/** Objects one after the other, each over several lines; null if the text is another. */
function readSequence(text: string): unknown[] | null {
  const values: unknown[] = []
  // The output is indented, so that only the objects of the sequence end at the start of a line.
  for (const part of text.split(/^(?=\{)/m)) {
    if (part.trim() === '') continue
    try {
      values.push(JSON.parse(part))
    } catch {
      return null
    }
  }
  return values
}
