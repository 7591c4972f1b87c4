import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const python: SourceLanguage = {
  name: 'Python',
  isSource: (path) => /\.pyw?$/.test(path),
  separator: '.',
  read(text) {
    const { code, strings } = maskSource(text, syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    const add = (module: string, line: number) => {
      if (module !== '' && !module.startsWith('.')) reading.imports.push({ module, line })
    }
    for (const { match, line } of matchLines(code, forms)) {
      const [, modules, from, names = '', number] = match
      for (const each of modules?.split(',') ?? []) add(/^\s*([\w.]*)/.exec(each)![1]!, line)
      if (from !== undefined) {
        add(from, line)
        // `from google.cloud import storage` may load a module of another package than 'google.cloud'.
        if (!from.startsWith('.')) for (const name of importedNames(names)) add(`${from}.${name}`, line)
      }
      if (number !== undefined) add(strings[Number(number)]?.value ?? '', line)
      if (modules === undefined && from === undefined && number === undefined) reading.dynamicLine ??= line
    }
    return reading
  },
}

const importedNames = (list: string): string[] =>
  list.split(',').flatMap((each) => /^[\s(\\]*(\w+)/.exec(each)?.[1] ?? [])

const syntax: SourceSyntax = {
  tokens:
    /#[^\n]*|"""(?<text>[^]*?)(?:"""|$)|'''(?<text2>[^]*?)(?:'''|$)|"(?<text3>(?:[^"\\\n]|\\[^])*)"?|'(?<text4>(?:[^'\\\n]|\\[^])*)'?/g,
}

/** Statements, and calls that load the module that a string names, or that the running program knows. */
const forms =
  /(?:^|[;:])[ \t]*(?:import\b[ \t]+([\w.]+(?:\s+as\s+\w+)?(?:[ \t]*,[ \t\\\n]*[\w.]+(?:\s+as\s+\w+)?){0,200})|from[ \t]*([\w.]+)[ \t]+import\b[ \t]*(\([^()]{0,10000}\)|[^\n;]{0,10000}))|\b(?:import_module|__import__)\s*\(\s*(?:[bru]*"(\d+)"(?!\s*[+%.]))?/gm
