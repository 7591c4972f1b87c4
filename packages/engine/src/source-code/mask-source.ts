export interface SourceString {
  value: string
  /** From 1. */
  line: number
  /** Its position in the masked code. */
  at: number
  /** The value is the start of a longer one, which is known when the program runs. */
  isStart?: true
}

/** Code without comments, in which every string is its number in quotes: `from "3"`. Lines are those of the source. */
export interface MaskedSource {
  code: string
  strings: SourceString[]
}

/** How a language writes comments and strings. */
export interface SourceSyntax {
  /** Global, matches comments and strings, whose content is the group 'text' or 'text2' to 'text4'. */
  tokens: RegExp
  /** Reads what no expression can, from the group 'open'; end is after it. null if it is code. value: null for no string. */
  readToken?(text: string, at: number, code: string): { end: number; value: string | null } | null
  /** Where a string continues with a value of the running program: '${'. */
  interpolation?: RegExp
}

/** Removes comments, so that import forms in them or in strings are not taken for code. Linear in the text's length. */
export function maskSource(text: string, syntax: SourceSyntax): MaskedSource {
  const { readToken, interpolation } = syntax
  const tokens = new RegExp(syntax.tokens)
  const strings: SourceString[] = []
  const parts: string[] = []
  let [length, end, line] = [0, 0, 1]
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const { text: first, text2, text3, text4, open } = match.groups ?? {}
    const before = text.slice(end, match.index)
    line += countLines(before)
    add(before)
    let value = first ?? text2 ?? text3 ?? text4 ?? null
    end = tokens.lastIndex
    if (open !== undefined) {
      const read = readToken?.(text, match.index, tailOf(parts)) ?? null
      // Code, whose first character has been seen.
      end = read?.end ?? match.index
      tokens.lastIndex = Math.max(end, match.index + 1)
      if (read === null) continue
      ;({ value } = read)
    }
    if (value !== null) strings.push({ ...startOf(value, interpolation), line, at: length })
    const lines = countLines(text.slice(match.index, end))
    add((value === null ? ' ' : `"${strings.length - 1}"`) + '\n'.repeat(lines))
    line += lines
  }
  return { code: parts.join('') + text.slice(end), strings }
}

/** The last words before a token. The parts are not joined for it, as that takes time for all of them. */
const tailOf = (parts: readonly string[]): string =>
  parts
    .slice(-4)
    .map((part) => part.slice(-60))
    .join('')

function startOf(value: string, interpolation: RegExp | undefined): Pick<SourceString, 'value' | 'isStart'> {
  const start = interpolation?.exec(value)
  return start ? { value: value.slice(0, start.index), isStart: true } : { value }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Strings that can name a module. */
export const shortTexts = (strings: readonly SourceString[]): string[] =>
  strings.flatMap(({ value }) =>
    value.length > 1 && value.length <= 200 && !/\s/.test(value) ? [value] : [],
  )

/** Yields the matches of a global expression with their lines, in order. */
export function* matchLines(
  code: string,
  expression: RegExp,
): Generator<{ match: RegExpExecArray; line: number }> {
  let [from, line] = [0, 1]
  for (const match of code.matchAll(expression)) {
    line += countLines(code.slice(from, match.index))
    from = match.index
    yield { match, line }
  }
}
