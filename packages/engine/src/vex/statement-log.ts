import type { Issue } from '../inventory.ts'
import { issueLog } from '../documents/parsers/issue-log.ts'
import { quote, shortTextOf, textOf } from '../documents/parsers/json-value.ts'
import { parseRange } from './version-range.ts'
import { vexJustifications } from '../vocabulary.ts'
import { maxVexStatements, type ProductStatement, type VexProduct } from './vex-document.ts'

/** Placeholder for a reason where a format requires one. */
export const noReason = 'No reason is given.'

/** One assessment of a vulnerability, for all its products. */
export type StatementAssessment = Omit<ProductStatement, 'product' | 'subcomponent'>

/** Collects the statements of one document; unusable ones become issues. */
export interface StatementLog {
  add(assessment: StatementAssessment, targets: readonly StatementTarget[], where: string): void
  reject(message: string, where: string): void
  statements(): ProductStatement[]
  issues(): Issue[]
  /** The document has too many statements. */
  isFull(): boolean
}

export type StatementTarget = Pick<ProductStatement, 'product' | 'subcomponent'>

/** path: of the document, for its issues. */
export function statementLog(path: string): StatementLog {
  const log = issueLog(path)
  const statements: ProductStatement[] = []
  let count = 0
  const reject = (message: string, where: string) => log.add('vex-unusable', message, `${path}#${where}`)
  return {
    reject,
    add(assessment, targets, where) {
      const lack = missingPartOf(assessment, targets)
      if (lack !== null) return reject(`A statement ${lack} and was left out.`, where)
      const unreadable = new Set(targets.flatMap((target) => unreadableRange(target) ?? []))
      for (const range of unreadable) {
        const on = `on ${quote(assessment.ids[0]!)}`
        reject(`A statement ${on} has the unreadable version range ${quote(range)} and was left out.`, where)
      }
      count += targets.length
      if (count > maxVexStatements) return
      for (const target of targets)
        if (unreadableRange(target) === undefined) statements.push({ ...assessment, ...target })
    },
    statements: () => statements,
    issues: () => log.all(),
    isFull: () => count > maxVexStatements,
  }
}

function missingPartOf(
  { ids, status, justification, detail }: StatementAssessment,
  targets: readonly StatementTarget[],
) {
  if (ids.length === 0) return 'has no vulnerability'
  const on = `on ${quote(ids[0]!)}`
  if (targets.length === 0) return `${on} names no product`
  // "A status of not_affected must have a justification or an impact statement."
  if (status === 'not_affected' && justification === null && detail === '') return `${on} gives no reason`
  return null
}

const unreadableRange = ({ product, subcomponent }: StatementTarget): string | undefined =>
  [product.versions, subcomponent?.versions].find(
    (versions) => typeof versions === 'string' && parseRange(versions) === null,
  ) ?? undefined

/** One of the justifications of OpenVEX and CSAF; null for any other text. */
export const justificationOf = (label: unknown): string | null =>
  vexJustifications.find((known) => known === textOf(label)) ?? null

/** A product's identifier: a package URL, otherwise another one; null if there is none. */
export function productOf(texts: readonly unknown[], versions: string | null = null): VexProduct | null {
  const names = texts.map(shortTextOf).filter((text) => text !== '')
  const id = names.find((text) => /^pkg:/i.test(text)) ?? names[0]
  return id === undefined ? null : { id, versions }
}

/** The range of a single version; null if there is none. */
export function rangeOfVersion(version: unknown): string | null {
  const text = shortTextOf(version)
  return text === '' ? null : `vers:generic/${encodeURIComponent(text)}`
}

/** Whether it identifies a product by itself, other than a name. */
export const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:\S+$/i.test(text)

/** Epoch ms; null if invalid. */
export function timeOf(...texts: unknown[]): number | null {
  const times = texts.map((text) => (typeof text === 'string' ? Date.parse(text) : NaN))
  return times.find((time) => Number.isFinite(time)) ?? null
}
