import { maskSource, matchLines, shortTexts, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage } from '../source-language.ts'

export const ruby: SourceLanguage = {
  name: 'Ruby',
  isSource: (path) => /\.(?:rb|rake|ru)$|(?:^|\/)Rakefile$/.test(path),
  separator: '/',
  read(text) {
    const { code, strings } = maskSource(text, syntax)
    const reading = { ...emptyReading(), texts: shortTexts(strings) }
    for (const { value, at, line, isStart } of strings)
      if (loads.test(code.slice(Math.max(0, at - 60), at)) && !/^[./]/.test(value)) {
        if (isStart) reading.dynamicLine ??= line
        else reading.imports.push({ module: value.replace(/\.rb$/, ''), line })
      }
    // Bundler.require loads all gems of the Gemfile.
    for (const { line } of matchLines(code, /\bBundler\.require\b|(?:^|[;\s])require[ (]+[a-z_@]/g)) {
      reading.dynamicLine = Math.min(reading.dynamicLine ?? line, line)
      break
    }
    return reading
  },
}

const loads = /(?:^|[\s;(&|])(?:Kernel\.)?(?:require|load|autoload[ (]+:\w+[ ]*,)[ (]*$/

const syntax: SourceSyntax = {
  tokens:
    /#[^\n]*|^=begin\b[^]*?(?:^=end\b[^\n]*|(?![^]))|^__END__[^]*|<<[~-]?["']?([A-Z_]{3,}|(?<=[~-]["']?)\w+)["']?[^\n]*\n[^]*?(?:^[ \t]*\1\b|(?![^]))|"(?<text>(?:[^"\\\n]|\\[^])*)"?|'(?<text2>(?:[^'\\\n]|\\[^])*)'?/gm,
  interpolation: /#\{/,
}
