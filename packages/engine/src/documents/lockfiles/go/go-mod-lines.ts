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

interface Directives extends Omit<GoMod, 'modules' | 'isComplete'> {
  required: { name: string; version: string; isDirect: boolean; line: number }[]
  /** Keys are 'module' for all versions and 'module version' for one. */
  replaced: Map<string, Replacement>
  excluded: Set<string>
}

/** https://go.dev/ref/mod#go-mod-file-grammar */
export function parseGoMod(lines: readonly string[]): GoMod {
  const { required, replaced, excluded, ...rest } = readDirectives(lines)
  const modules = required.map(({ name, version, isDirect, line }): GoModule => {
    const by = replaced.get(`${name} ${version}`) ?? replaced.get(name)
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
  const [major = 1, minor = 0] = rest.goVersion.split('.').map(Number)
  return { ...rest, modules, isComplete: major > 1 || minor >= 17 }
}

function readDirectives(lines: readonly string[]): Directives {
  const directives: Directives = {
    module: '',
    goVersion: '',
    toolchain: '',
    toolchainLine: 0,
    unusable: [],
    required: [],
    replaced: new Map(),
    excluded: new Set(),
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
