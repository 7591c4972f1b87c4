import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const jvm: SourceLanguage = {
  name: 'Java, Kotlin, Scala and Groovy',
  isSource: (path) => /\.(?:java|kts?|scala|groovy)$/.test(path),
  separator: '.',
  read(text) {
    const { code, strings } = maskSource(text, syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    for (const { match, line } of matchLines(code, forms)) {
      const [, named, qualified] = match
      const module = (named ?? qualified)?.replaceAll('`', '').replace(/\.[*_]?$/, '')
      if (module === undefined) reading.dynamicLine ??= line
      else reading.imports.push({ module, line })
    }
    return reading
  },
}

const syntax: SourceSyntax = {
  tokens:
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"""(?<text>[^]*?)(?:"""|$)|"(?<text2>(?:[^"\\\n]|\\.)*)"?|'(?:[^'\\\n]|\\[^'\n]{1,9}|\\')'/g,
}

/** Imports, qualified names of classes, and classes that only the running program knows. */
const forms =
  /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.`*]+)|(?<![\w.])((?:[a-z_][a-z_0-9]{0,60}\.){2,12}[A-Z]\w*)|\b(?:Class\.forName|\.loadClass)\s*\((?!\s*")/gm
