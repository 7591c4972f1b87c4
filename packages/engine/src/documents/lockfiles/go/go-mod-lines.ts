/** A required module after replacements. */
export interface GoModule {
  name: string
  version: string
  /** The required module if this one replaces it. */
  replaces: string | null
  /** The folder that replaces it and has no version. */
  folder: string | null
  isDirect: boolean
  isExcluded: boolean
  /** 1-based. */
  line: number
}

export interface GoMod {
  module: string
  /** '1.21' of 'go 1.21'; '' if absent. */
  goVersion: string
  /** '1.21.3' of 'toolchain go1.21.3'; '' if absent. */
  toolchain: string
  toolchainLine: number
  modules: GoModule[]
  /** Whether it lists all modules of the build, as since Go 1.17: https://go.dev/ref/mod#graph-pruning */
  isComplete: boolean
  /** Numbers of malformed lines. */
  unusable: number[]
}

interface Replacement {
  name: string
  version: string | null
}

/** The directives of a go.mod or go.work. */
export interface Directives extends Omit<GoMod, 'modules' | 'isComplete'> {
  /** The folders of a workspace's modules. */
  uses: string[]
  required: { name: string; version: string; isDirect: boolean; line: number }[]
  /** Keys are 'module' for all versions and 'module version' for one. */
  replaced: Map<string, Replacement>
  excluded: Set<string>
}

/** What a workspace changes about its modules: https://go.dev/ref/mod#workspaces */
export interface GoWorkspace extends Pick<GoMod, 'toolchain' | 'toolchainLine'> {
  path: string
  /** Names of its modules, which are the project's own. */
  modules: ReadonlySet<string>
  replaced: Directives['replaced']
}

/** https://go.dev/ref/mod#go-mod-file-grammar */
export function parseGoMod(lines: readonly string[], workspace: GoWorkspace | null = null): GoMod {
  const { required, replaced, excluded, uses: _uses, ...rest } = readDirectives(lines)
  const tables = workspace ? [workspace.replaced, replaced] : [replaced]
  const external = required.filter(({ name }) => workspace?.modules.has(name) !== true)
  const modules = external.map(({ name, version, isDirect, line }): GoModule => {
    const by = replacementIn(tables, name, version)
    const isFolder = by !== undefined && by.version === null
    return {
      name: by && !isFolder ? by.name : name,
      version: by ? (by.version ?? '') : version,
      replaces: by ? name : null,
      folder: isFolder ? by.name : null,
      isDirect,
      isExcluded: excluded.has(`${name} ${version}`),
      line,
    }
  })
  return { ...rest, modules, isComplete: hasPrunedGraphs(rest.goVersion) }
}

/** Those of a workspace take precedence over those of its modules. */
function replacementIn(
  tables: readonly Directives['replaced'][],
  name: string,
  version: string,
): Replacement | undefined {
  const found = tables.map((table) => table.get(`${name} ${version}`) ?? table.get(name))
  return found.find((each) => each !== undefined)
}

/** Language versions are '1.17', '1.21rc2' or '1.21.0'; what precedes a release is of the same language. */
function hasPrunedGraphs(goVersion: string): boolean {
  const [, major = '1', minor = '0'] = /^(\d+)(?:\.(\d+))?(?=$|[.a-z\s-])/.exec(goVersion) ?? []
  return Number(major) > 1 || Number(minor) >= 17
}

export function readDirectives(lines: readonly string[]): Directives {
  const directives: Directives = {
    module: '',
    goVersion: '',
    toolchain: '',
    toolchainLine: 0,
    unusable: [],
    required: [],
    replaced: new Map(),
    excluded: new Set(),
    uses: [],
  }
  let block = ''
  for (const [at, text] of lines.entries()) {
    const [code = '', ...comment] = text.split('//')
    const words = wordsOf(code)
    if (words.length === 0) continue
    if (block !== '' && words[0] === ')') block = ''
    else if (block === '' && words[1] === '(' && words.length === 2) block = words[0]!
    else {
      const [verb, ...values] = block === '' ? words : [block, ...words]
      const isDirect = !/^\s*indirect\b/.test(comment.join('//'))
      const isRead = readers.get(verb!)?.(values, { directives, isDirect, line: at + 1 }) ?? true
      if (!isRead) directives.unusable.push(at + 1)
    }
  }
  return directives
}

/** Splits a line into words, separated by blanks unless quoted. '=>' and parentheses are words of their own. */
function wordsOf(code: string): string[] {
  return [...code.matchAll(/"([^"]*)"|`([^`]*)`|[()]|[^\s()"`]+/g)].map(
    (match) => match[1] ?? match[2] ?? match[0],
  )
}

interface Line {
  directives: Directives
  isDirect: boolean
  line: number
}

/** Return false for malformed lines. Other directives are ignored. */
const readers = new Map<string, (values: string[], line: Line) => boolean>([
  ['module', ([name = ''], { directives }) => (directives.module = name) !== ''],
  ['go', ([version = ''], { directives }) => (directives.goVersion = version) !== ''],
  ['toolchain', readToolchain],
  ['require', readRequire],
  ['use', ([folder], { directives }) => folder !== undefined && directives.uses.push(folder) > 0],
  [
    'exclude',
    ([name, version], { directives }) =>
      directives.excluded.add(`${name} ${version}`) && version !== undefined,
  ],
  ['replace', readReplace],
])

function readToolchain([version = '']: string[], { directives, line }: Line): boolean {
  directives.toolchain = /^go(\d\S*)$/.exec(version)?.[1] ?? ''
  directives.toolchainLine = line
  return version !== ''
}

function readRequire([name, version]: string[], { directives, isDirect, line }: Line): boolean {
  if (name === undefined || version === undefined) return false
  directives.required.push({ name, version, isDirect, line })
  return true
}

function readReplace(values: string[], { directives }: Line): boolean {
  const at = values.indexOf('=>')
  const [name, version] = values.slice(0, Math.max(at, 0))
  const [by, byVersion] = values.slice(at + 1)
  if (name === undefined || by === undefined) return false
  const key = version === undefined ? name : `${name} ${version}`
  directives.replaced.set(key, { name: by, version: byVersion ?? null })
  return true
}
