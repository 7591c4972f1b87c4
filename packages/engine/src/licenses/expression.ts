import { exceptionId, licenseId } from './spdx.ts'

/** One license in an expression. */
export interface License {
  kind: 'license'
  /** An SPDX id in canonical spelling, a LicenseRef, or unrecognized text. */
  id: string
  /** Whether the id has a '+' suffix. */
  orLater: boolean
  exception: string | null
  /** false: the id is neither on the SPDX list nor a LicenseRef. */
  isKnown: boolean
}

/** and: all of them apply. or: one may be chosen. */
export type Expression = License | { kind: 'and' | 'or'; operands: Expression[] }

/** Maximum nesting of parentheses; real expressions have two or three. */
const maxDepth = 100

/** Parses the words between two operators as a license; null if invalid. */
type ReadOperand = (words: readonly string[]) => Expression | null

/** A parenthesized expression being parsed. */
interface Frame {
  /** Completed operands of OR. */
  terms: Expression[]
  /** Operands of the current AND. */
  factors: Expression[]
  words: string[]
  /** Content of the last parenthesis; an operator or the end must follow. */
  group: Expression | null
}

/**
 * Parses an SPDX license expression; null if invalid or if an id is not on the list. Ids are case-insensitive;
 * operators are all upper or all lower case.
 * Grammar: https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
 */
export function parseExpression(text: string): Expression | null {
  return parseOperands(text, readLicense)
}

/** Parses the structure of an expression whose operands may have several words, interpreted by readOperand. */
export function parseOperands(text: string, readOperand: ReadOperand): Expression | null {
  const frames: Frame[] = [newFrame()]
  for (const [token] of text.matchAll(/[()]|[^\s()]+/g)) {
    if (!takeToken(frames, token, readOperand)) return null
  }
  const [frame, inner] = frames
  return frame && !inner ? closeFrame(frame, readOperand) : null
}

/** The expression as text, with minimal parentheses. */
export function printExpression(expression: Expression): string {
  if (expression.kind === 'license') {
    const { id, orLater, exception } = expression
    return `${id}${orLater ? '+' : ''}${exception === null ? '' : ` WITH ${exception}`}`
  }
  const parts = expression.operands.map((operand) =>
    expression.kind === 'and' && operand.kind === 'or'
      ? `(${printExpression(operand)})`
      : printExpression(operand),
  )
  return parts.join(expression.kind === 'and' ? ' AND ' : ' OR ')
}

/** The licenses of an expression in order. */
export function licensesOf(expression: Expression): License[] {
  return expression.kind === 'license' ? [expression] : expression.operands.flatMap(licensesOf)
}

/** The words of one license: 'MIT', 'Apache-2.0+', 'GPL-2.0-only WITH Classpath-exception-2.0'. */
export function readLicense(words: readonly string[]): License | null {
  const [word, keyword, addition, ...more] = words
  if (word === undefined || more.length > 0) return null
  const license = readId(word)
  if (keyword === undefined) return license
  if (!/^(?:WITH|with)$/.test(keyword) || addition === undefined) return null
  const exception = reference(addition, 'AdditionRef-') ?? exceptionId(addition)
  return license && exception ? { ...license, exception } : null
}

/** A listed id, or one with a suffix defined for other licenses: 'Apache-2.0+', 'Apache-2.0-or-later'. */
function readId(word: string): License | null {
  const listed = reference(word, 'LicenseRef-') ?? licenseId(word)
  if (listed !== null) return { kind: 'license', id: listed, orLater: false, exception: null, isKnown: true }
  const [, plain = '', suffix = ''] = /^(.*?)(\+|-or-later|-only)$/i.exec(word) ?? []
  const id = licenseId(plain)
  // 'GPL-2.0-only+' contradicts itself.
  if (id === null || /(?:\+|-or-later|-only)$/.test(id)) return null
  return { kind: 'license', id, orLater: suffix.toLowerCase() !== '-only', exception: null, isKnown: true }
}

/** A name defined outside the expression, possibly in another document; case-sensitive. */
function reference(word: string, prefix: 'LicenseRef-' | 'AdditionRef-'): string | null {
  const name = word.replace(/^DocumentRef-[\w.-]+:/, '')
  return name.startsWith(prefix) && /^[\w.-]+$/.test(name) && name.length > prefix.length ? word : null
}

function takeToken(frames: Frame[], token: string, readOperand: ReadOperand): boolean {
  const frame = frames.at(-1)
  if (!frame) return false
  if (token === '(') return openFrame(frames, frame)
  if (token === ')') {
    const group = closeFrame(frame, readOperand)
    frames.pop()
    const outer = frames.at(-1)
    if (outer) outer.group = group
    return outer !== undefined && group !== null
  }
  if (/^(?:AND|and)$/.test(token)) return closeOperand(frame, readOperand)
  if (/^(?:OR|or)$/.test(token)) return closeOperand(frame, readOperand) && closeTerm(frame)
  frame.words.push(token)
  return frame.group === null
}

function newFrame(): Frame {
  return { terms: [], factors: [], words: [], group: null }
}

function openFrame(frames: Frame[], frame: Frame): boolean {
  if (frame.words.length > 0 || frame.group || frames.length > maxDepth) return false
  frames.push(newFrame())
  return true
}

function closeOperand(frame: Frame, readOperand: ReadOperand): boolean {
  const operand = frame.group ?? readOperand(frame.words)
  if (operand) frame.factors.push(operand)
  frame.group = null
  frame.words = []
  return operand !== null
}

function closeTerm(frame: Frame): boolean {
  frame.terms.push(combine('and', frame.factors))
  frame.factors = []
  return true
}

function closeFrame(frame: Frame, readOperand: ReadOperand): Expression | null {
  return closeOperand(frame, readOperand) && closeTerm(frame) ? combine('or', frame.terms) : null
}

function combine(kind: 'and' | 'or', operands: Expression[]): Expression {
  const [only, second] = operands
  return only && !second ? only : { kind, operands }
}
