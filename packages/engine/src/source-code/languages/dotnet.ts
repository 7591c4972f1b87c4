import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const dotnet: SourceLanguage = {
  name: 'C#, F# and Visual Basic',
  isSource: (path) => /\.(?:cs|fs|vb|cshtml|razor)$/.test(path),
  separator: '.',
  read(text, path) {
    const { code, strings } = maskSource(text, path.endsWith('.vb') ? visualBasic : syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    for (const { match, line } of matchLines(code, forms))
      reading.imports.push({ module: match[1] ?? match[2]!, line })
    return reading
  },
}

const syntax: SourceSyntax = {
  tokens:
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|\(\*(?!\))[^]*?(?:\*\)|$)|"""(?<text>[^]*?)(?:"""|$)|\$?@\$?"(?<text2>(?:[^"]|"")*)"?|"(?<text3>(?:[^"\\\n]|\\.)*)"?|'(?:[^'\\\n]|\\[^'\n]{1,9}|\\')'/g,
}
const visualBasic: SourceSyntax = { tokens: /'[^\n]*|"(?<text>(?:[^"\n]|"")*)"?/g }

/** `using static A.B;`, `global using C = A.B;`, `open A.B`, `Imports A.B`, `@using A.B`, and qualified names. */
const forms =
  /^[ \t]*(?:(?:global[ \t]+|@)?using[ \t]+(?:static[ \t]+)?(?:\w+[ \t]*=[ \t]*)?(?:global::)?|open[ \t]+|Imports[ \t]+)([A-Za-z_]\w*(?:\.\w+)*)|(?<![\w.])([A-Z]\w*(?:\.[A-Z]\w*){2,12})/gm
