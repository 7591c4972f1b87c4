import type { PackageModules } from '../ecosystems/ecosystem.ts'
import type { UsagePlace } from '../package-usage.ts'
import type { SourceLanguage, SourceReading } from '../source-code/source-language.ts'

/** What the sources of one language load. */
export interface FoundSources {
  files: number
  /** Some were not read. */
  isPartial: boolean
  /** By module: the first place, of tests only if there is no other. */
  imports: Map<string, UsagePlace>
  symbols: Map<string, UsagePlace>
  /** Strings of the sources, and words of configuration files. */
  texts: Set<string>
  /** Whether a module is loaded that only the running program knows. */
  isDynamic: boolean
}

/** Beyond these, sources count as not read. */
const maxEntries = 200_000
const maxTexts = 1_000_000
const maxLength = 300

export const noSources = (): FoundSources => ({
  files: 0,
  isPartial: false,
  imports: new Map(),
  symbols: new Map(),
  texts: new Set(),
  isDynamic: false,
})

/** Adds a source file. Files that a tool has written in long lines are no sources of the project. */
export function addSource(
  found: FoundSources,
  { path, text }: { path: string; text: string },
  language: SourceLanguage,
): void {
  if (isGenerated(text)) return
  found.files++
  const { imports, symbols, texts, dynamicLine }: SourceReading = language.read(text, path)
  const isTest = isOfTests(path)
  const fold = (module: string) => (language.ignoresCase ? module.toLowerCase() : module)
  const add = (list: Map<string, UsagePlace>, module: string, line: number) => {
    if (module.length > maxLength) return
    const known = list.get(module)
    if (known && (isTest || !isOfTests(known.file))) return
    if (known || list.size < maxEntries) list.set(module, { file: path, line })
    else found.isPartial = true
  }
  for (const { module, line } of imports) add(found.imports, fold(module), line)
  for (const { module, line } of symbols) add(found.symbols, module, line)
  for (const text of texts) addText(found, fold(text.split('node_modules/').at(-1)!))
  found.isDynamic ||= dynamicLine !== null && !isTest
}

/** A configuration file can name a plugin or a class: each of its words counts. */
export function addConfiguration(found: FoundSources, text: string, { ignoresCase }: SourceLanguage): void {
  const folded = ignoresCase ? text.toLowerCase() : text
  for (const [word] of folded.matchAll(/[\w@][\w@./\\:-]{1,199}/g)) {
    addText(found, word.replace(/[.:/-]+$/, ''))
    // 'eslint:recommended', 'module:function', 'name@1.0'
    for (const part of word.split(/:+|(?<=.)@|node_modules\//)) if (part.length > 1) addText(found, part)
  }
}

/** Two files about a package: what either does not rule out is possible. */
export function addModules(known: Map<string, PackageModules>, key: string, added: PackageModules): void {
  const before = known.get(key)
  const names = [...new Set([...(before?.names ?? []), ...added.names])]
  known.set(key, { names, areAll: added.areAll && before?.areAll !== false })
}

function addText(found: FoundSources, text: string): void {
  if (found.texts.size < maxTexts) found.texts.add(text)
  else found.isPartial = true
}

const isOfTests = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|examples?|benchmarks?)\/|[._-](?:test|spec)\.\w+$|[a-z]Tests?\.\w+$|(?:^|\/)test_[^/]*$/.test(
    path,
  )

const maxLineLength = 5_000

function isGenerated(text: string): boolean {
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > maxLineLength) return true
    start = end + 1
  }
  return text.length - start > maxLineLength
}
