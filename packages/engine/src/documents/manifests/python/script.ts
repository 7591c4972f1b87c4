import type { Issue, SourceDocument } from '../../../inventory.ts'
import type { Parsed } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { pythonKind } from '../../lockfiles/python/python-package.ts'
import { listOf, quote, recordOf } from '../../parsers/json-value.ts'
import { isDevelopmentPath } from '../../components/development-path.ts'
import { isScript, lockOfScript } from './script-head.ts'
import { readText } from '../../parsers/text-document.ts'
import { readToml } from '../../parsers/toml-document.ts'
import { manifestReader } from '../manifest-reader.ts'
import { declareRequirements } from './declare-python.ts'

/** A Python script that says what it needs: https://packaging.python.org/en/latest/specifications/inline-script-metadata/ */
export const pythonScript = manifestReader({
  id: 'python-script',
  title: 'script with a list of dependencies: it needs exactly one block that starts with # /// script',
  kind: pythonKind,
  // Any program in Python could be one: those that are found are recognized by their first bytes.
  matchesPath: () => false,
  matchesContent: isScript,
  parse,
  read(block, list, { path, tree }) {
    if (tree?.find(lockOfScript(path))) return { format: 'Python script' }
    reportUnlocked(list, block)
    declareRequirements(list, block['dependencies'], { where: `${list.path}#/dependencies` })
    return { format: 'Python script' }
  },
})

/** As of manifests that are found by their names. */
function reportUnlocked({ path, log }: PackageList, block: Record<string, unknown>): void {
  if (listOf(block['dependencies']).length === 0) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  const gap = 'lockfile-missing'
  const message = `${quote(name)} has no lockfile: of its packages only those that it pins to a version were checked. To check all, run 'uv lock --script ${name}' and scan the ${lockOfScript(name)}.`
  const isDevelopment = isDevelopmentPath(path)
  log.addGap(gap, { code: gap, message, where: path, gap, ...(isDevelopment && { isDevelopment }) })
}

/** Each line of the block is a comment. */
function parse(document: SourceDocument): Parsed<Record<string, unknown>> {
  const { text, issues } = readText(document)
  const blocks: string[][] = []
  let open: string[] | null = null
  for (const line of text?.split(/\r?\n/) ?? []) {
    if (open === null && line === '# /// script') open = []
    else if (open !== null && line === '# ///') {
      blocks.push(open)
      open = null
    } else if (open !== null && /^#(?: |$)/.test(line)) open.push(line.slice(2))
    else open = null
  }
  const [block, ...more] = blocks
  if (block === undefined || more.length > 0) return { content: null, issues: text === null ? issues : [] }
  const read = readToml({ ...document, bytes: new TextEncoder().encode(`${block.join('\n')}\n`) })
  const all: Issue[] = [...issues, ...read.issues]
  return read.json === undefined
    ? { content: null, issues: all }
    : { content: recordOf(read.json), issues: all }
}
