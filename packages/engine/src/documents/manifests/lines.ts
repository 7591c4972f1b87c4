import { readText } from '../parsers/text-document.ts'
import type { SourceDocument } from '../../inventory.ts'
import type { Parsed } from '../lockfiles/lockfile-reader.ts'

/** A program as text. */
export function parseProgram(document: SourceDocument): Parsed<string> {
  const { text, issues } = readText(document)
  return { content: text, issues }
}

/** Finds the 1-based line of a position; positions must not decrease. */
export function lineCounter(text: string): (position: number) => number {
  let [line, at] = [1, 0]
  return (position) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < position; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return line
  }
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** The text without comments, which become blanks, so that positions stay. Strings are kept, with what looks like a comment in them. */
export const withoutComments = (text: string, style: keyof typeof commentStyles): string =>
  text.replaceAll(commentStyles[style], (match) => (/^["']/.test(match) ? match : blank(match)))

const strings = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'`
const commentStyles = {
  /** Of C, Java, Gradle, Swift. */
  slashes: new RegExp(String.raw`${strings}|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`, 'g'),
  /** Of Ruby, Elixir, Python. */
  hash: new RegExp(String.raw`${strings}|#[^\n]*`, 'g'),
} as const

/** A part of a program between braces, semicolons and line ends outside of parentheses. */
export interface Statement {
  text: string
  /** 1-based, of its start. */
  line: number
  /** The statements that open the braces around it, from the outermost. */
  blocks: readonly string[]
}

/** Longer statements are not written by hand. */
const maxStatement = 2_000

export function* statementsIn(text: string): Generator<Statement> {
  let [line, depth] = [1, 0]
  const blocks: string[] = []
  let statement: Statement = { text: '', line, blocks: [] }
  for (const [token] of text.matchAll(/"[^"\n]*"|'[^'\n]*'|[^{};"'\n]+|[^]/g)) {
    const isEnd = /^[{};]$/.test(token) || (token === '\n' && depth === 0 && !/[,(]\s*$/.test(statement.text))
    if (isEnd || statement.text.length > maxStatement) {
      if (statement.text.trim() !== '' && statement.text.length <= maxStatement) yield statement
      if (token === '{') blocks.push(statement.text.trim().slice(0, maxStatement))
      if (token === '}') blocks.pop()
      statement = { text: '', line: token === '\n' ? line + 1 : line, blocks: [...blocks] }
      depth = 0
    }
    if (!isEnd) statement.text += token
    if (token === '\n') line += 1
    else if (!/^["']/.test(token)) depth += token.split('(').length - token.split(')').length
  }
  if (statement.text.length <= maxStatement) yield statement
}
