import { maxTextLength } from './limits.ts'

/** Whether it is a JSON object, so that its members can be asked for. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a JSON object; none when it is something else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** The items of a JSON array; none when it is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text without blanks around it; '' when it is something else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** A text without blanks around it, cut at maxTextLength characters; '' when it is something else. */
export function shortTextOf(value: unknown): string {
  return clip(textOf(value), maxTextLength)
}

/** For messages: a text in quotation marks, cut where it is long. */
export function quote(text: string): string {
  return `'${text.length > 200 ? `${clip(text, 200)}…` : text}'`
}

/** Never half a character. */
function clip(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text
}
