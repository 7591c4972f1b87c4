import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

/** Packages of the standard library are those of a module 'stdlib', as in advisories. */
export const goLanguage: SourceLanguage = {
  name: 'Go',
  isSource: (path) => path.endsWith('.go'),
  separator: '/',
  read(text) {
    const { code, strings } = maskSource(text, syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    /** Paths by the names that the file gives them. */
    const locals = new Map<string, string>()
    for (const [, alias = '', number, block = ''] of code.matchAll(declarations)) {
      const list =
        number === undefined ? [...block.matchAll(/(?:([\w.]+)[ \t]+)?"(\d+)"/g)] : [['', alias, number]]
      for (const [, name = '', index] of list) {
        const { value = '', line = 0 } = strings[Number(index)] ?? {}
        if (value === '' || value === 'C' || value.startsWith('.')) continue
        const module = value.split('/', 1)[0]!.includes('.') ? value : `stdlib/${value}`
        reading.imports.push({ module, line })
        locals.set(name || nameOf(value), module)
      }
    }
    for (const { match, line } of matchLines(code, /(?<![\w.])(\w+)\.([A-Z]\w*)/g)) {
      const module = locals.get(match[1]!)
      if (module !== undefined) reading.symbols.push({ module: `${module}.${match[2]!}`, line })
    }
    return reading
  },
}

/** The name of a package is by convention the last part of its path without a version. */
const nameOf = (path: string): string =>
  path
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1)!
    .replace(/\.v\d+$|^go-/g, '')

const syntax: SourceSyntax = {
  tokens:
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`(?<text>[^`]*)`?|"(?<text2>(?:[^"\\\n]|\\.)*)"?|'(?:[^'\\\n]|\\[^\n]{1,9})'/g,
}

const declarations = /^[ \t]*import\b\s*(?:([\w.]+)[ \t]+)?(?:"(\d+)"|\(([^()]*)\))/gm
