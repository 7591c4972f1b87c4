import { pathFrom } from '../sibling-file.ts'
import { quote } from '../../parsers/json-value.ts'
import type { LockfileLocation } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import type { SourceDocument } from '../../../inventory.ts'
import { readText } from '../../parsers/text-document.ts'

/** A requirement with the options and comments of its line, from a requirements file or one that it includes. */
export interface RequirementLine {
  text: string
  /** Values of --hash options. */
  hashes: string[]
  /** Its dependents, from comments such as 'via flask' or 'via -r base.in'. */
  via: string[]
  isEditable: boolean
  /** Whether the file is a constraints file, which pins versions without requiring packages. */
  isConstraint: boolean
  /** Whether the file name suggests development or tests. */
  isForTests: boolean
  /** The file that contains the line. */
  path: string
  where: string
}

/** All requirements of a file, and the indexes that pip takes packages from. */
export interface Requirements {
  lines: RequirementLine[]
  /** The address of the main index; null for that of pip's own settings. */
  index: string | null
  extraIndexes: string[]
}

/** Further included files are ignored. */
const maxFiles = 100

interface Pending {
  path: string
  isConstraint: boolean
}

/** Reads all lines of a requirements file and those it includes with -r and -c, each file once. */
export function readRequirementLines(
  lines: readonly string[],
  list: PackageList,
  { path, tree }: LockfileLocation,
): Requirements {
  const result: Requirements = { lines: [], index: null, extraIndexes: [] }
  const known = new Set<string>()
  const pending: Pending[] = []
  const take = (content: readonly string[], from: Pending) => {
    for (const logical of joinLines(content)) {
      const line = readLine(logical, from)
      if (line === null) continue
      if ('index' in line) addIndex(line, result)
      else if (!('refers' in line)) result.lines.push(line)
      if (!('refers' in line)) continue
      const target = includedPath(from.path, line.refers)
      const isConstraint = from.isConstraint || line.isConstraint
      if (target !== null && tree?.find(target)) pending.push({ path: target, isConstraint })
      else addMissing(list, line.refers, { isConstraint, where: `${from.path}:${logical.line}` })
    }
  }
  take(lines, { path, isConstraint: false })
  known.add(`false ${path}`)
  for (let next = pending.shift(); next; next = pending.shift()) {
    const key = `${next.isConstraint} ${next.path}`
    const document = tree?.find(next.path)
    if (known.has(key) || known.size >= maxFiles || !document) continue
    known.add(key)
    const { text, issues } = readText(document)
    for (const issue of issues)
      if (text === null && issue.code !== 'document-empty') list.log.addUnread(issue)
      else list.log.add(issue.code, issue.message, issue.where)
    take(text?.split(/\r\n|\n|\r/) ?? [], next)
  }
  return result
}

/** Paths of the files that a requirements file names with -r and -c; those outside the project root are left out. */
export function includedPaths(document: SourceDocument): string[] {
  const { path } = document
  const lines = readText(document).text?.split(/\r\n|\n|\r/) ?? []
  return joinLines(lines).flatMap((logical) => {
    const line = readLine(logical, { path, isConstraint: false })
    return line !== null && 'refers' in line ? (includedPath(path, line.refers) ?? []) : []
  })
}

/** null for a URL, and for a path that is absolute or leaves the project root. */
const includedPath = (path: string, refers: string): string | null =>
  /^(?:[a-z][a-z+.-]*:|[/\\~])/i.test(refers) ? null : pathFrom(path, refers)

/** Without its requirements, components are missing; without its constraints, only versions are. */
function addMissing(
  { log }: PackageList,
  refers: string,
  { isConstraint, where }: { isConstraint: boolean; where: string },
): void {
  const message = `The file ${quote(refers)} is not there and was not read.`
  if (isConstraint) log.add('file-missing', message, where)
  else log.addUnread({ code: 'file-missing', message, where })
}

interface LogicalLine {
  text: string
  /** Without the '#'. */
  comments: string[]
  line: number
}

/** A backslash at the end continues a line. Comments on lines of their own belong to the requirement above. */
function joinLines(lines: readonly string[]): LogicalLine[] {
  const result: LogicalLine[] = []
  let parts: string[] = []
  let first = 0
  for (const [index, line] of lines.entries()) {
    // A group for each character would exhaust the stack on a line of megabytes.
    const start = line.search(/(?<!\S)#/)
    const content = start < 0 ? line : line.slice(0, start)
    const comment = start < 0 ? undefined : line.slice(start + 1)
    const isContinued = comment === undefined && content.trimEnd().endsWith('\\')
    if (parts.length === 0) first = index + 1
    parts.push(isContinued ? content.trimEnd().slice(0, -1) : content)
    if (isContinued && index < lines.length - 1) continue
    const text = parts.join(' ').trim()
    parts = []
    const comments = comment === undefined ? [] : [comment.trim()]
    if (text !== '') result.push({ text, comments, line: first })
    else result.at(-1)?.comments.push(...comments)
  }
  return result
}

interface Index {
  index: string
  isExtra: boolean
}

/** As for pip, the last main index applies: https://pip.pypa.io/en/stable/cli/pip_install/#cmdoption-i */
function addIndex({ index, isExtra }: Index, requirements: Requirements): void {
  if (isExtra) requirements.extraIndexes.push(index)
  else requirements.index = index
}

type Read = RequirementLine | Index | { refers: string; isConstraint: boolean } | null

function readLine({ text, comments, line }: LogicalLine, { path, isConstraint }: Pending): Read {
  const [, kind, refers] = /^(-r|--requirement|-c|--constraint)(?:\s+|=|(?<=^-[rc]))(\S.*)$/.exec(text) ?? []
  if (kind !== undefined && refers !== undefined)
    return { refers: unquote(refers), isConstraint: /^--?c/.test(kind) }
  const [, option, index] =
    /^(-i|--index-url|--pypi-url|--extra-index-url)(?:\s+|=|(?<=^-i))(\S+)/.exec(text) ?? []
  if (option !== undefined && index !== undefined)
    return { index: unquote(index), isExtra: option === '--extra-index-url' }
  const editable = /^(?:-e|--editable)(?:\s+|=)(\S.*)$/.exec(text)?.[1]
  if (editable === undefined && text.startsWith('-')) return null
  const [requirement = '', ...options] = (editable ?? text)
    .replaceAll(/\s+/g, ' ')
    .split(/ (?=-C\b|--?[a-z])/)
  const hashes = options.flatMap((option) => /^--hash[=\s]\s*(\S+)/.exec(option)?.[1] ?? [])
  return {
    text: requirement.trim(),
    hashes,
    via: viaOf(comments),
    isEditable: editable !== undefined,
    isConstraint,
    isForTests: isForTests(path),
    path,
    where: `${path}:${line}`,
  }
}

const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2').trim()

/** 'via flask, jinja2', or 'via' followed by comments with one name each. */
function viaOf(comments: readonly string[]): string[] {
  const start = comments.findIndex((comment) => /^via(?:\s|$)/.test(comment))
  if (start === -1) return []
  return [comments[start]!.slice('via'.length), ...comments.slice(start + 1)]
    .flatMap((comment) => comment.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** 'requirements-dev.txt', 'requirements/test.txt' */
const isForTests = (path: string): boolean =>
  /(?:^|[-_.])(?:dev|develop|development|tests?|testing|lint|docs?|ci)[-_.]/i.test(path.split('/').at(-1)!)
