import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const php: SourceLanguage = {
  name: 'PHP',
  isSource: (path) => /\.(?:php\d?|phtml|inc)$/.test(path),
  separator: '\\',
  ignoresCase: true,
  read(text) {
    // What is before the first '<?php' is no code.
    const { code, strings } = maskSource(`?>${text}`, syntax)
    const reading = {
      ...emptyReading(),
      texts: shortTexts(strings).map((each) => each.replaceAll('\\\\', '\\').replace(/^\\/, '')),
    }
    for (const { match, line } of matchLines(code, forms)) {
      const [, prefix, group, qualified] = match
      if (qualified !== undefined) reading.imports.push({ module: qualified, line })
      else if (group === undefined)
        for (const each of prefix!.split(',')) {
          const [name = ''] = /[\w\\]+/.exec(each) ?? []
          if (name.includes('\\')) reading.imports.push({ module: name.replace(/^\\/, ''), line })
        }
      else
        for (const each of group.split(',')) {
          const name = /[\w\\]+/.exec(each.replace(/^\s*(?:function|const)\s/, ''))?.[0]
          if (name) reading.imports.push({ module: prefix!.trim().replace(/^\\/, '') + name, line })
        }
    }
    return reading
  },
}

const syntax: SourceSyntax = {
  tokens:
    /\?>[^]*?(?:<\?(?:php\b|=)|$)|(?:\/\/|#(?!\[))(?:[^\n?]|\?(?!>))*|\/\*[^]*?(?:\*\/|$)|<<<[ \t]*["']?(\w+)["']?[^]*?(?:\n[ \t]*\1\b|$)|"(?<text>(?:[^"\\]|\\[^])*)(?:"|$)|'(?<text2>(?:[^'\\]|\\[^])*)(?:'|$)/g,
  interpolation: /\{?\$/,
}

const forms =
  /^[ \t]*use[ \t]+(?:function[ \t]+|const[ \t]+)?([\w\\]+(?:[ \t]+as[ \t]+\w+)?(?:\s*,\s*[\w\\]+(?:[ \t]+as[ \t]+\w+)?){0,100})[ \t]*(?:\{([^}]{0,10000})\})?|(?<!\w)\\([A-Za-z_]\w*(?:\\\w+)+)/gm
