import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const rust: SourceLanguage = {
  name: 'Rust',
  isSource: (path) => path.endsWith('.rs'),
  separator: '::',
  read(text) {
    const { code, strings } = maskSource(text, syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    const own = new Set(['crate', 'self', 'super', 'std', 'core', 'alloc'])
    for (const [, name] of code.matchAll(/\bmod\s+(\w+)/g)) own.add(name!)
    for (const { match, line } of matchLines(code, forms)) {
      const module = (match[1] ?? match[2]!).replaceAll(/\s+/g, '').replace(/^r#/, '')
      if (own.has(module.split('::', 1)[0]!)) continue
      reading.imports.push({ module, line })
      if (module.includes('::')) reading.symbols.push({ module, line })
    }
    return reading
  },
}

const syntax: SourceSyntax = {
  tokens:
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|\bb?r(#*)"(?<text>[^]*?)(?:"\1|$)|"(?<text2>(?:[^"\\]|\\[^])*)(?:"|$)|'(?:[^'\\\n]|\\[^'\n]{1,12}|\\')'/g,
}

/** `extern crate a`, `use a`, `use {a, b::c}`, and paths anywhere: since 2018 they need no declaration. */
const forms =
  /\b(?:extern\s+crate|use)\s+(?:::)?((?:r#)?[a-z_]\w*)(?=\s*(?:;|as\b))|(?<![\w:.$#])((?:r#)?[a-z_]\w*(?:(?:\s*::\s*[A-Za-z_]\w*){1,12}|(?=\s*::)))/g
