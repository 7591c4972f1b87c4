import { maskSource, matchLines, shortTexts, type SourceString, type SourceSyntax } from '../mask-source.ts'
import { emptyReading, type SourceLanguage, type SourceReading } from '../source-language.ts'

/** JavaScript and TypeScript, also in the scripts of Vue, Svelte and Astro components. */
export const javascript: SourceLanguage = {
  name: 'JavaScript and TypeScript',
  isSource: (path) =>
    /(?<!\.d)\.[cm]?[jt]sx?$|\.(?:vue|svelte|astro)$/.test(path) && !/\.min\.[cm]?js$/.test(path),
  separator: '/',
  read(text, path) {
    const reading = readScript(/\.(?:vue|svelte|astro)$/.test(path) ? scriptsOf(text, path) : text)
    // The compiler imports the runtime of one of them.
    if (/\.[jt]sx$/.test(path)) reading.texts.push('react', 'preact', 'solid-js')
    return reading
  },
}

const syntax: SourceSyntax = {
  tokens:
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?<text>(?:[^"\\\n]|\\[^])*)"?|'(?<text2>(?:[^'\\\n]|\\[^])*)'?|(?<open>[`/])/g,
  readToken: (text, at, code) =>
    text[at] === '`' ? readTemplate(text, at) : readRegularExpression(text, at, code),
  interpolation: /\$\{/,
}

const expression = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,500}\/\w*/y

/** A slash where no value stands before it begins a regular expression, otherwise it divides. */
function readRegularExpression(text: string, at: number, code: string) {
  const isFirst =
    /(?:^|[=(,:[!&|?{};+*%~^-]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))\s*$/.test(
      code,
    )
  expression.lastIndex = at
  const match = isFirst ? expression.exec(text) : null
  return match && { end: at + match[0].length, value: null }
}

/** A template with what is nested in it: `a${b ? `c` : {}}`. */
function readTemplate(text: string, start: number) {
  // For each open template, the open braces of the code in it; -1 in its text.
  const open = [-1]
  const parts = /\\[^]|`|\$\{|[{}]|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\*[^]*?\*\//g
  parts.lastIndex = start + 1
  for (let match = parts.exec(text); match; match = parts.exec(text)) {
    const [part] = match
    const top = open.length - 1
    const isText = open[top] === -1
    if (part === '`') {
      if (isText) open.pop()
      else open.push(-1)
    } else if (isText) {
      if (part === '${') open[top] = 0
      // Quotes mean nothing in the text of a template.
      else if (/^["'/]/.test(part)) parts.lastIndex = match.index + 1
    } else if (part === '}') open[top] = open[top]! - 1
    else if (part === '{' || part === '${') open[top] = open[top]! + 1
    if (open.length === 0) return { end: parts.lastIndex, value: text.slice(start + 1, parts.lastIndex - 1) }
  }
  return { end: text.length, value: '' }
}

const loads = /(?:\bfrom|\bimport|(?<![.\w$])(?:import|require(?:\.resolve)?|importScripts)\s*\()\s*$/

function readScript(text: string): SourceReading {
  const { code, strings } = maskSource(text, syntax)
  const reading = { ...emptyReading(), texts: shortTexts(strings) }
  for (const each of strings) {
    if (!loads.test(code.slice(Math.max(0, each.at - 60), each.at)) || isOnlyTypes(code, each)) continue
    const module = each.value.replace(/^npm:/, '').replace(/^((?:@[^/]*\/)?[^/@]+)@[^/]*/, '$1')
    if (/^(?:[./#]|node:|https?:|$)/.test(module)) {
      if (module === '' && each.isStart) reading.dynamicLine ??= each.line
    } else if (isPartOf(code, each) && !/^(?:@[^/]+\/)?[^/@]+\//.test(module))
      reading.dynamicLine ??= each.line
    else reading.imports.push({ module, line: each.line })
  }
  for (const { match, line } of matchLines(code, dynamic))
    if (!/\bfunction\s*$/.test(code.slice(Math.max(0, match.index - 20), match.index))) {
      reading.dynamicLine = Math.min(reading.dynamicLine ?? line, line)
      break
    }
  return reading
}

/** An import of what is no string, except for paths that begin in the program's own folder. */
const dynamic =
  /(?<![.\w$])(?:require|import)\s*\((?!\s*(?:[")]|__dirname|(?:path\.)?(?:join|resolve)\s*\(\s*__dirname|new URL\())/g

const isPartOf = (code: string, { at, isStart }: SourceString): boolean =>
  isStart === true || /^"\d+"\s*\+/.test(code.slice(at, at + 20))

/** The compiler removes them: `import type { A } from 'b'`, `import { type A } from 'b'`. */
function isOnlyTypes(code: string, { at }: SourceString): boolean {
  const before = code.slice(Math.max(0, at - 3000), at)
  const head = before.slice(Math.max(before.lastIndexOf('import'), before.lastIndexOf('export')))
  return (
    /^(?:import|export)\s+type\s+(?!from\b|,)[^;"]*\bfrom\s*$/.test(head) ||
    /^(?:import|export)\s*\{\s*type\s[^,}]*(?:,\s*type\s[^,}]*)*,?\s*\}\s*from\s*$/.test(head)
  )
}

/** The scripts of a component at their lines; of Astro also the part between its marks. */
function scriptsOf(text: string, path: string): string {
  const marked = path.endsWith('.astro') ? text.replace(/^---$([^]*?)^---$/m, '<script>$1</script>') : text
  let scripts = ''
  let end = 0
  for (const match of marked.matchAll(/<script\b[^>]*>([^]*?)(?:<\/script>|$)/gi)) {
    scripts += marked.slice(end, match.index).replaceAll(/[^\n]+/g, '') + match[1]!
    end = match.index + match[0].length
  }
  return scripts
}
