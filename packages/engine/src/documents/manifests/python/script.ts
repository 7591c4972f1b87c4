import type { Issue, SourceDocument } from '../../../inventory.ts'
import type { Parsed } from '../../lockfiles/lockfile-reader.ts'
import { pythonKind } from '../../lockfiles/python/python-package.ts'
import { recordOf } from '../../parsers/json-value.ts'
import { readText } from '../../parsers/text-document.ts'
import { readToml } from '../../parsers/toml-document.ts'
import { manifestReader } from '../manifest-reader.ts'
import { declareRequirements } from './declare-python.ts'

/** A Python script that says what it needs: https://packaging.python.org/en/latest/specifications/inline-script-metadata/ */
export const pythonScript = manifestReader({
  id: 'python-script',
  title: 'script with a list of dependencies: it needs exactly one block that starts with # /// script',
  kind: pythonKind,
  // Any program in Python could be one: only a file that is scanned by itself is looked at.
  matchesPath: () => false,
  matchesContent: (start) => /^# \/\/\/ script$/m.test(start),
  parse,
  read(block, list) {
    declareRequirements(list, block['dependencies'], { where: `${list.path}#/dependencies` })
    return { format: 'Python script' }
  },
})

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
